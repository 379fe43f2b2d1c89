import AirworthyAuthoring
import AirworthyPolicy
import ArgumentParser
import ControlPlane
import ServerSupport

struct CatalogImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Replace the known releases with those of files.",
        discussion: """
            Reads catalogs and App Store lookup answers, merges them and replaces the \
            server's releases. A lookup answer does not contain its storefront; write it \
            after an @. If apps see a difference, the server publishes the change: at once \
            if a release became unavailable, otherwise at most every \(CatalogUrgency.pause.words).

            EXAMPLE
              $ airworthy catalog import catalog.yaml --app hashtags
              $ airworthy catalog import lookup.json@JP --app birthdays
            """)

    @Argument(help: "Catalogs, or lookup answers with their storefront.", completion: .file())
    var file: [String]

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var server: ServerOptions

    func run() async throws {
        try InputFile.requireOneStandardInput(file + [server.tokenFile].compactMap { $0 })
        let app = try appSlug(self.app, option: "app")
        let opened = try file.map { try CatalogArgument($0).opened() }
        let answer = try await server.withClient(reportingOn: Self.sourceDocument(of: opened)) { client in
            let text = try await text(of: opened, app: app, client: client)
            return try await client.send(.put("apps", app, "catalog").sending(text)).json
        }
        let report = CatalogChangeReport(app: app, json: answer, verb: "IMPORTED")
        try printOutput(json ? [answer.jsonLine] : report.lines)
    }

    /// Returns the text of a single JSON catalog, or other files converted to one catalog.
    private func text(of opened: [OpenedCatalog], app: String, client: APIClient) async throws -> [UInt8] {
        var policy = Policy(rules: [])
        if opened.contains(where: { $0.kind == .lookup }) {
            let known = try await client.send(.get("apps", app)).json
            (policy.bundleID, policy.appleID) = (known["bundleID"]?.stringValue, known["appleID"]?.intValue)
        }
        let manifest = try Manifest(app: app, policy: policy).adding(opened)
        if let only = opened.first, opened.count == 1, only.isSentAsWritten { return only.file.textBytes }
        return manifest.catalog.jsonValue.jsonBytes(pretty: true) + [UInt8(ascii: "\n")]
    }

    private static func sourceDocument(of opened: [OpenedCatalog]) -> SourceDocument {
        guard let only = opened.first, opened.count == 1, only.kind == .catalog else { return .none }
        return SourceDocument(name: only.file.name, document: only.document, isSentAsWritten: only.isSentAsWritten)
    }
}

extension OpenedCatalog {
    /// Whether the text of the file is sent unchanged.
    fileprivate var isSentAsWritten: Bool { kind == .catalog && file.isJSON }
}

struct CatalogShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the known releases, with their sources and age.",
        discussion: """
            With -o the catalog is written to a file for the --catalog of sign, check and \
            simulate.

            EXAMPLE
              $ airworthy catalog show --app hashtags
              $ airworthy catalog show --app hashtags -o catalog.json
            """)

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @Option(name: [.customShort("o"), .long], help: .output, completion: .file())
    var output: String?

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var server: ServerOptions

    func validate() throws {
        guard output == nil || !json else { throw ValidationError("--json and --output cannot be given together.") }
    }

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let (answer, sources) = try await server.withClient { client in
            guard let answer = try await client.catalogResponse(of: app) else {
                throw ToolError.missingFile(
                    "\(app): no releases are known yet; query Apple with airworthy catalog sync --app \(app), or import "
                        + "them with airworthy catalog import FILE --app \(app)")
            }
            guard output == nil, !json else { return (answer, JSONValue.null) }
            return (answer, try await client.send(.get("apps", app, "catalog", "sources")).json)
        }
        if let output {
            try OutputFile.write(answer.body, to: output)
            return try printSummary("\(outputName(output)): the catalog of \(app)", ofFile: output)
        }
        let file = InputFile(name: "the server's catalog", bytes: answer.body)
        let document = try file.openDocument()
        if json { return try printOutput(document.jsonValue.jsonText()) }
        let catalog = try file.accept(CatalogReader.read(document))
        let waiting = AvailabilityReport(app: app, waiting: sources["waiting"]).lines
        try printOutput(
            CatalogReport(catalog: catalog).lines + [""] + CatalogSourcesReport(json: sources).lines
                + (waiting.isEmpty ? [] : [""]) + waiting)
    }
}
