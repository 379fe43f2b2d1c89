import AirworthyAuthoring
import AirworthyPolicy
import ArgumentParser
import ControlPlane

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Publish a policy, after showing what it changes.",
        discussion: """
            Reads the file strictly, shows the server's findings and the changes, and asks \
            for confirmation. If another admin publishes in between, nothing is published \
            (75). It also shows what changes for the installations that checked in; \
            --max-blocked and --max-stuck refuse (1) if too many are hit. Repeating the command is always safe: a policy that is already published \
            is not published again.

            For an app that CI signs, give the output of sign. It is sent byte for byte.

            EXAMPLE
              $ airworthy publish policy.yaml --app hashtags --note "2.2.0 loses tags"
              $ airworthy publish manifest.json --app birthdays --yes
            """)

    @Argument(help: "A policy as JSON or YAML, or a signed manifest; - is standard input.", completion: .file())
    var file: String

    @OptionGroup
    var options: PublishOptions

    func run() async throws {
        try InputFile.requireOneStandardInput([file, options.server.tokenFile].compactMap { $0 })
        let app = try appSlug(options.app, option: "app")
        let (note, reason) = try options.texts
        switch try PublishInput(file, for: app) {
        case .policy(let source):
            try await options.server.withClient(reportingOn: source.sourceDocument) { client in
                try await publish(source, to: app, note: note, reason: reason, client: client)
            }
        case .signed(let signed, let manifest):
            guard !options.forcing.force else {
                throw ToolError.usage("--force is for policies; remove it to publish a manifest")
            }
            try await options.server.withClient { client in
                try await publish(signed, manifest: manifest, to: app, note: note, client: client)
            }
        }
    }

    private func publish(
        _ source: PolicySource, to app: String, note: String?, reason: String?, client: APIClient
    ) async throws {
        let text = source.text
        let publication = options.publishing(text, to: app, document: source.sourceDocument)
        try await publication.run(client) { preflight in
            .publish(text, to: app, over: preflight.entityTag, note: note, reason: reason)
        }
    }

    private func publish(
        _ signed: SignedFile, manifest: Manifest, to app: String, note: String?, client: APIClient
    ) async throws {
        let known = try await ServerApp(app, from: client)
        try known.requireSignedByCI()
        let published = try await known.manifest(from: client)
        let diff = PolicyDiff(from: published ?? Manifest(policy: Policy(rules: [])), to: manifest)
        let output = PublishOutput(app: app, json: options.json)
        try output.show([PreflightReport.heading(isFirst: published == nil)])
        try output.show(DiffReport(diff: diff, fleet: nil, style: output.style).lines)
        let question = APIRequest.post("apps", app, "manifest", "preflight").sending(signed.file.bytes)
            .adviceIfLost("try again").counting(options.impact.days)
        let preflight = try await client.send(question).json
        if let forecast = preflight["impact"] {
            try output.show([""] + ImpactReport(impact: forecast, app: app, style: output.style).lines)
        }
        try output.ask(options.impact, about: preflight, isConfirmed: options.yes)
        let request = APIRequest.put("apps", app, "manifest").sending(signed.file.bytes).expecting(known.digestTag)
            .adding(query: "note", value: note).keeping(options.impact)
        try output.printPublication(try await client.send(request).json, preflight: preflight)
    }
}

/// The input of `publish`: a policy that the server signs, or a manifest that CI has signed.
enum PublishInput {
    case policy(PolicySource)
    case signed(SignedFile, Manifest)

    /// Reads a file, or standard input for `-`, strictly. Warnings about a policy are left to the server.
    init(_ path: String, for app: String) throws(ToolError) {
        let file = try InputFile(path)
        try self.init(file, document: file.openDocument(), for: app)
    }

    /// Creates the input from a file that was parsed already.
    init(_ file: InputFile, document: DocumentNode, for app: String) throws(ToolError) {
        let claimed: String?
        switch DocumentKind(of: document) {
        case .envelope:
            let signed = try SignedFile(file)
            let manifest = try signed.unverifiedManifest()
            (self, claimed) = (.signed(signed, manifest), manifest.app)
        case .manifest:
            throw .badData(
                "\(file.name): a manifest without its signature; give the policy it was created from, or the output of "
                    + "`airworthy sign`")
        case .catalog, .lookup:
            throw .badData("\(file.name): a catalog, not a policy; publish it with `airworthy catalog import`")
        default:
            let source = try PolicySource(file: file, document: document, reportsWarnings: false)
            (self, claimed) = (.policy(source), source.policy.app)
        }
        guard let claimed, claimed != app else { return }
        throw .wrongApp(claimed, in: file.name, for: app)
    }
}
