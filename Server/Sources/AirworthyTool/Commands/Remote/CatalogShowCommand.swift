import AirworthyPolicy
import ArgumentParser

/// Shows what the server knows.
struct CatalogShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the releases a server knows, who told it and when.",
        discussion: """
            With -o the catalog is written to a file, ready for --catalog of sign, check \
            and simulate.

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
    var remote: RemoteOptions

    func validate() throws {
        guard output == nil || !json else { throw ValidationError("--json and --output cannot be given together.") }
    }

    func run() async throws {
        let app = try slug(self.app, option: "app")
        let (answer, sources) = try await remote.connected { client in
            let answer = try await stored(app, client)
            guard output == nil, !json else { return (answer, JSONValue.null) }
            return (answer, try await client.send(APIRequest("GET", "apps", app, "catalog", "sources")).json)
        }
        if let output {
            try OutputFile.write(answer.body, to: output)
            return try report("\(outputName(output)): the catalog of \(app)", besides: output)
        }
        let file = InputFile(name: "the server's catalog", bytes: answer.body)
        let document = try file.openDocument()
        if json { return try printOutput(document.jsonValue.jsonText()) }
        let catalog = try file.accept(CatalogReader.read(document))
        let lines =
            CatalogReport(catalog: catalog, style: .standardOutput).lines + [""]
            + SourcesReport(json: sources, style: .standardOutput).lines
        try printOutput(lines.joined(separator: "\n"))
    }

    private func stored(_ app: String, _ client: APIClient) async throws -> APIAnswer {
        do throws(APIError) {
            return try await client.send(APIRequest("GET", "apps", app, "catalog"))
        } catch {
            guard error.isProblem("catalog-not-learnt") else { throw error }
            throw ToolError(
                .missingFile,
                "\(app): no releases are known yet; airworthy catalog sync --app \(app) asks Apple, airworthy catalog "
                    + "import FILE --app \(app) tells the server")
        }
    }
}
