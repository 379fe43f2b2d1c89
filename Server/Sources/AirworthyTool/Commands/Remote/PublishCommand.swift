import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// Publishes a policy, or a manifest that CI signed.
struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish a policy, after showing what it changes.",
        discussion: """
            Reads the file strictly, asks the server what it finds in it and what it \
            changes, shows that and asks before publishing. If somebody else publishes in \
            between, nothing happens (75). Repeating the command is always safe: what is \
            in force already is not published twice.

            For an app that CI signs, give what sign wrote. It is sent byte for byte.

            EXAMPLE
              $ airworthy publish policy.yaml --app hashtags --note "2.2.0 loses tags"
              $ airworthy publish manifest.json --app birthdays --yes
            """)

    @Argument(help: "A policy as JSON or YAML, or a signed manifest; - is standard input.", completion: .file())
    var file: String

    @Option(parsing: .unconditional, help: .app)
    var app: String

    @Flag(help: .yes)
    var yes = false

    @Flag(help: "Publish although the server finds errors. Needs --reason.")
    var force = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Why errors are accepted, for the audit.", valueName: "text"))
    var reason: String?

    @Option(parsing: .unconditional, help: .note)
    var note: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func validate() throws {
        guard force == (reason != nil) else {
            throw ValidationError("--force and --reason belong together: say why errors are accepted.")
        }
        guard reason?.contains(where: { !$0.isWhitespace }) ?? true else {
            throw ValidationError("--reason is empty: say why errors are accepted.")
        }
    }

    func run() async throws {
        try InputFile.requireOneStandardInput([file, remote.tokenFile].compactMap { $0 })
        let app = try slug(self.app, option: "app")
        let (note, reason) = (try shortText(note, option: "note"), try shortText(reason, option: "reason"))
        switch try PublishSource(file, for: app) {
        case .policy(let source):
            try await remote.connected(about: source.authored) { client in
                try await publish(source, app, note, reason, client)
            }
        case .signed(let signed, let manifest):
            guard !force else {
                throw ToolError(.usage, "--force is for policies; a signed manifest is published as it is")
            }
            try await remote.connected { client in try await publish(signed, manifest, app, note, client) }
        }
    }

    private func publish(
        _ source: SigningSource, _ app: String, _ note: String?, _ reason: String?, _ client: APIClient
    ) async throws {
        let text = source.text
        let preflight = PreflightReport(
            try await client.send(APIRequest("POST", "apps", app, "preflight").sending(text).ifLost("try again")).json,
            source.authored)
        try show(preflight.lines(style))
        if preflight.isRefused, !force {
            try finish(preflight.json, nil)
            throw ToolError(
                .badData, "nothing was published: \(preflight.summary); --force --reason TEXT publishes it all the same"
            )
        }
        if preflight.changesNothing {
            return try finish(preflight.json, nil, "Nothing to do: \(app) has just this policy in force.")
        }
        try ask(app)
        let request = APIRequest("PUT", "apps", app, "policy").sending(text)
            .with("If-Match", preflight.entityTag).with("If-None-Match", preflight.entityTag == nil ? "*" : nil)
            .asking("note", note).asking("force", reason)
        try finish(preflight.json, try await client.send(request).json)
    }

    private func publish(
        _ signed: SignedInput, _ manifest: Manifest, _ app: String, _ note: String?, _ client: APIClient
    ) async throws {
        let remote = try await RemoteApp(app, from: client)
        guard remote.isSignedByCI else {
            throw ToolError(.badData, "\(app): is signed by the server; publish the policy, not a manifest")
        }
        let published = try await remote.manifest(of: app, from: client)
        let diff = PolicyDiff(from: published ?? Manifest(policy: Policy(rules: [])), to: manifest)
        try show(
            published == nil ? ["Nothing is published yet; all of it is new."] : ["Compared with what is published:"])
        try show(DiffReport(diff: diff, fleet: nil, style: style).lines)
        try ask(app)
        let request = APIRequest("PUT", "apps", app, "manifest").sending(signed.file.bytes).asking("note", note)
        try finish(nil, try await client.send(request).json)
    }

    private func ask(_ app: String) throws {
        try Question.ask("Publish to \(app)", isAnswered: yes, orElse: "nothing was published")
    }

    /// Scripts get one line at the end instead.
    private func show(_ lines: [String]) throws {
        if json { lines.forEach(printError) } else { try printOutput(lines.joined(separator: "\n")) }
    }

    private var style: TerminalStyle { json ? TerminalStyle(isColoured: false) : .standardOutput }

    private func finish(_ preflight: JSONValue?, _ publication: JSONValue?, _ words: String? = nil) throws {
        if json {
            let answer: JSONValue = ["preflight": preflight ?? nil, "publication": publication ?? nil]
            return try printOutput(answer.jsonLine)
        }
        if let words { return try printOutput("\n" + words) }
        guard let publication else { return }
        let report = PublicationReport(app: app, publication: publication, verb: "PUBLISHED", style: style)
        try printOutput(([""] + report.lines + ["", report.advice]).joined(separator: "\n"))
    }
}
