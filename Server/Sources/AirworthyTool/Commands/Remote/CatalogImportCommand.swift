import AirworthyPolicy
import ArgumentParser

/// Tells the server about releases.
struct CatalogImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Tell a server which releases there are.",
        discussion: """
            Takes catalogs and App Store lookup answers, merges them and puts the result in \
            place of what the server has. A lookup answer says nothing about storefronts; \
            name the one that was asked after an @. If what apps see of it changes, the \
            server publishes it: at once for the first, then once in ten minutes at most.

            EXAMPLE
              $ airworthy catalog import catalog.yaml --app hashtags
              $ airworthy catalog import lookup.json@JP --app birthdays
            """)

    @Argument(help: "Catalogs, or lookup answers with their storefront.", completion: .file())
    var file: [String]

    @Option(parsing: .unconditional, help: .app)
    var app: String

    @Flag(help: .jsonLine)
    var json = false

    @OptionGroup
    var remote: RemoteOptions

    func run() async throws {
        try InputFile.requireOneStandardInput(file + [remote.tokenFile].compactMap { $0 })
        let app = try slug(self.app, option: "app")
        let opened = try file.map { try CatalogArgument($0).opened() }
        let author = Self.document(opened)
        let answer = try await remote.connected(about: author) { client in
            let text = try await text(of: opened, app, client)
            return try await client.send(APIRequest("PUT", "apps", app, "catalog").sending(text)).json
        }
        try printOutput(
            json ? answer.jsonLine : CatalogReceiptReport(app, answer, "IMPORTED").lines.joined(separator: "\n"))
    }

    /// A single catalog in JSON goes as it was written; everything else is merged into one.
    private func text(of opened: [OpenedCatalog], _ app: String, _ client: APIClient) async throws -> [UInt8] {
        var policy = Policy(rules: [])
        if opened.contains(where: { $0.kind == .lookup }) {
            let known = try await client.send(APIRequest("GET", "apps", app)).json
            (policy.bundleID, policy.appleID) = (known["bundleID"]?.stringValue, known["appleID"]?.intValue)
        }
        let manifest = try opened.reduce(Manifest(app: app, policy: policy)) { try $0.adding($1) }
        if let only = opened.first, opened.count == 1, only.isSentAsWritten { return only.file.textBytes }
        return manifest.catalog.jsonValue.jsonBytes(pretty: true) + [UInt8(ascii: "\n")]
    }

    private static func document(_ opened: [OpenedCatalog]) -> AuthoredDocument {
        guard let only = opened.first, opened.count == 1, only.kind == .catalog else { return .none }
        return AuthoredDocument(name: only.file.name, document: only.document, isSentAsWritten: only.isSentAsWritten)
    }
}

extension OpenedCatalog {
    /// Whether the server can have the very text of the file.
    fileprivate var isSentAsWritten: Bool { kind == .catalog && file.isJSON }
}
