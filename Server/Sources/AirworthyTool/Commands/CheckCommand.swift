import AirworthyPolicy
import ArgumentParser
import Foundation

/// Looks for mistakes in a policy or another file.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find mistakes in a policy before it is published.",
        discussion: """
            Reads the file strictly and looks for rules that loop, block the newest \
            release or hide each other. What needs to know the releases is checked with \
            --catalog. Catalogs, lookup answers and manifests are checked too. Ends with \
            1 if there is an error.

            EXAMPLE
              $ airworthy check policy.yaml --catalog catalog.json
              policy.yaml: no errors
            """)

    @Argument(
        help: "A policy, config.json, catalog, lookup answer or manifest, as JSON or YAML; - is standard input.",
        completion: .file())
    var file: String

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: "Print one line of JSON.")
    var json = false

    func run() throws {
        try InputFile.requireOneStandardInput([file] + catalog)
        let now = try Clock.instant(now)
        let file = try InputFile(file)
        let report = FindingReport(file: file.name, findings: try findings(of: file, at: now))
        try printOutput(json ? report.jsonValue.jsonText() : report.lines.joined(separator: "\n"))
        if report.errors > 0 { throw ExitCode(1) }
    }

    private func findings(of file: InputFile, at now: Date) throws(ToolError) -> [Finding] {
        let document: DocumentNode
        do throws(DocumentError) {
            document = try file.document()
        } catch {
            // A file that is no document at all is what a check is to find.
            return [error.finding]
        }
        return try CheckedDocument(document).findings(catalogs: catalog.map(CatalogArgument.init), at: now)
    }
}
