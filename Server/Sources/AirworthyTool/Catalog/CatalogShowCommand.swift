import AirworthyPolicy
import ArgumentParser

/// Shows the server's releases of an app.
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

    @Option(parsing: .unconditional, help: .app)
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
            let answer = try await fetchCatalog(of: app, client: client)
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

    private func fetchCatalog(of app: String, client: APIClient) async throws -> APIResponse {
        do throws(APIError) {
            return try await client.send(.get("apps", app, "catalog"))
        } catch {
            guard error.isProblem("catalog-not-learnt") else { throw error }
            throw ToolError.missingFile(
                "\(app): no releases are known yet; query Apple with airworthy catalog sync --app \(app), or import "
                    + "them with airworthy catalog import FILE --app \(app)")
        }
    }
}
