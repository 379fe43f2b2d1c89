import AirworthyPolicy
import ArgumentParser
import ControlPlane

/// Publishes a policy, or a manifest that CI signed.
struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish a policy, after showing what it changes.",
        discussion: """
            Reads the file strictly, shows the server's findings and the changes, and asks \
            for confirmation. If another admin publishes in between, nothing is published \
            (75). Repeating the command is always safe: a policy that is already published \
            is not published again.

            For an app that CI signs, give the output of sign. It is sent byte for byte.

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

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Why errors are accepted, for the audit log.", valueName: "text"))
    var reason: String?

    @Option(parsing: .unconditional, help: .note)
    var note: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var server: ServerOptions

    func validate() throws {
        guard force == (reason != nil) else {
            throw ValidationError("--force and --reason belong together: say why errors are accepted.")
        }
        guard reason?.contains(where: { !$0.isWhitespace }) ?? true else {
            throw ValidationError("--reason is empty: say why errors are accepted.")
        }
    }

    func run() async throws {
        try InputFile.requireOneStandardInput([file, server.tokenFile].compactMap { $0 })
        let app = try appSlug(self.app, option: "app")
        let (note, reason) = (try shortText(note, option: "note"), try shortText(reason, option: "reason"))
        switch try PublishInput(file, for: app) {
        case .policy(let source):
            try await server.withClient(reportingOn: source.sourceDocument) { client in
                try await publish(source, to: app, note: note, reason: reason, client: client)
            }
        case .signed(let signed, let manifest):
            guard !force else { throw ToolError.usage("--force is for policies; remove it to publish a manifest") }
            try await server.withClient { client in
                try await publish(signed, manifest: manifest, to: app, note: note, client: client)
            }
        }
    }

    private func publish(
        _ source: PolicySource, to app: String, note: String?, reason: String?, client: APIClient
    ) async throws {
        let text = source.text
        let request = APIRequest.post("apps", app, "preflight").sending(text).adviceIfLost("try again")
        let preflight = PreflightReport(
            json: try await client.send(request).json, document: source.sourceDocument, style: style)
        try show(preflight.lines)
        if preflight.isRefused, !force {
            try printJSON(preflight: preflight.json, publication: nil)
            throw ToolError.badData(
                "nothing was published: \(preflight.summary); to publish it anyway give --force --reason TEXT")
        }
        if preflight.changesNothing {
            try printJSON(preflight: preflight.json, publication: nil)
            if !json { try printOutput("\nNothing to do: this policy is already published for \(app).") }
            return
        }
        try confirm("Publish to \(app)", isConfirmed: yes, otherwise: "nothing was published")
        let publish = APIRequest.put("apps", app, "policy").sending(text)
            .adding(header: "If-Match", value: preflight.entityTag)
            .adding(header: "If-None-Match", value: preflight.entityTag == nil ? "*" : nil)
            .adding(query: "note", value: note).adding(query: "force", value: reason)
        try printPublication(try await client.send(publish).json, of: app, preflight: preflight.json)
    }

    private func publish(
        _ signed: SignedFile, manifest: Manifest, to app: String, note: String?, client: APIClient
    ) async throws {
        let known = try await ServerApp(app, from: client)
        guard known.isSignedByCI else {
            throw ToolError.badData("\(app): the server signs this app; publish the policy instead of a manifest")
        }
        let published = try await known.manifest(from: client)
        let diff = PolicyDiff(from: published ?? Manifest(policy: Policy(rules: [])), to: manifest)
        try show([PreflightReport.heading(isFirst: published == nil)])
        try show(DiffReport(diff: diff, fleet: nil, style: style).lines)
        try confirm("Publish to \(app)", isConfirmed: yes, otherwise: "nothing was published")
        let request = APIRequest.put("apps", app, "manifest").sending(signed.file.bytes)
            .adding(query: "note", value: note)
        try printPublication(try await client.send(request).json, of: app, preflight: nil)
    }

    /// With `--json` the report goes to standard error, and one line of JSON to standard output at the end.
    private func show(_ lines: [String]) throws {
        if json { lines.forEach(printError) } else { try printOutput(lines) }
    }

    private var style: TerminalStyle { json ? .plain : .standardOutput }

    private func printJSON(preflight: JSONValue?, publication: JSONValue?) throws {
        guard json else { return }
        let answer: JSONValue = ["preflight": preflight ?? nil, "publication": publication ?? nil]
        try printOutput(answer.jsonLine)
    }

    private func printPublication(_ publication: JSONValue, of app: String, preflight: JSONValue?) throws {
        try printJSON(preflight: preflight, publication: publication)
        if json { return }
        let report = PublicationReport(app: app, publication: publication, verb: "PUBLISHED", style: style)
        try printOutput([""] + report.lines + ["", report.advice])
    }
}
