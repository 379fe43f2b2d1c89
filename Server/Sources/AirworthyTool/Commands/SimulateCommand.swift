import AirworthyPolicy
import ArgumentParser

/// Says what a whole fleet would be told.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Count whom a policy would hit, and who could not update.",
        discussion: """
            Reads installations from CSV with a header, its columns in any order: \
            platform, version, build, channel, os, storefront and count. Only version is \
            needed. Without platform and channel every row is ios and appstore, without \
            count it is one copy; an empty cell is an unknown fact. Other columns are \
            passed over.

            EXAMPLE
              $ airworthy simulate --policy policy.yaml --catalog catalog.yaml \\
                  --installs installs.csv
            """)

    @Option(
        help: ArgumentHelp(
            "The rules: a policy as JSON or YAML, a config.json, or a signed manifest.", valueName: "file"),
        completion: .file())
    var policy: String

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @Option(help: .installs, completion: .file(extensions: ["csv"]))
    var installs: String

    @Flag(help: .skipBadRows)
    var skipBadRows = false

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: "Print one line of JSON.")
    var json = false

    func run() throws {
        try InputFile.requireOneStandardInput([policy, installs] + catalog)
        let now = try Clock.instant(now)
        let manifest = try PolicyInput(policy).manifest.adding(catalog.map(CatalogArgument.init))
        let missing = Simulation.missingFacts(manifest.policy)
        if !missing.isEmpty {
            printError(
                "airworthy: note: conditions on \(missing.joined(separator: ", ")) are undecided here: the table has no "
                    + "such facts")
        }
        let fleet = try Fleet(installs, skippingBadRows: skipBadRows)
        let report = SimulationReport(simulation: Simulation(manifest, fleet, at: now), style: .standardOutput)
        try printOutput(json ? report.jsonValue.jsonText() : report.lines.joined(separator: "\n"))
    }
}
