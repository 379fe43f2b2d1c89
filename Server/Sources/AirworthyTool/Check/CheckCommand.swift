import AirworthyPolicy
import ArgumentParser
import Foundation

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find mistakes in a policy before you publish it.",
        discussion: """
            Reads the file strictly and reports rules that loop, block the newest release, \
            hide each other or can never be enforced. Checks that depend on the releases \
            need --catalog. Catalogs, lookup answers and manifests are checked too. Exits \
            with 1 if there is an error.

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

    @Flag(help: "Also note the rules of which clients that read a config.json hear nothing.")
    var oldClients = false

    @Flag(help: .jsonLine) var json = false

    func run() throws {
        try InputFile.requireOneStandardInput([file] + catalog)
        let now = try WallClock.time(option: now)
        let file = try InputFile(file)
        let report = FindingReport(file: file.name, findings: try findings(in: file, at: now))
        try printOutput(json ? [report.jsonValue.jsonText()] : report.lines)
        if report.errors > 0 { throw ExitCode(1) }
    }

    private func findings(in file: InputFile, at now: Date) throws(ToolError) -> [Finding] {
        let document: DocumentNode
        do throws(DocumentError) {
            document = try file.document()
        } catch {
            // A file that cannot be parsed is a finding, not a failure of the command.
            return [error.finding]
        }
        let catalogs = catalog.map(CatalogArgument.init)
        let check = DocumentCheck(document: document, catalogs: catalogs, now: now)
        let findings = try check.findings()
        guard oldClients, let policy = PolicyReader.read(document).policy else { return findings }
        let manifest = try Manifest(policy: policy).adding(catalogs)
        return findings + OldClientNotes.findings(of: policy, catalog: manifest.catalog, at: now)
    }
}
