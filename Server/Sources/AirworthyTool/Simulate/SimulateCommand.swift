import AirworthyPolicy
import ArgumentParser

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Count the installations a policy would block, and those that could not update.",
        discussion: """
            Reads installations from CSV with a header, its columns in any order: \
            platform, version, build, channel, os, storefront and count. Only version is \
            needed. Without platform and channel every row is ios and appstore, without \
            count it is one installation, unless another column has numbers. An empty cell is \
            an unknown value. Other columns are ignored, and named.

            EXAMPLE
              $ airworthy simulate --policy policy.yaml --catalog catalog.yaml \\
                  --installs installs.csv
            """)

    @Option(help: .rules, completion: .file())
    var policy: String

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @Option(help: .installs, completion: .file(extensions: ["csv"]))
    var installs: String

    @Flag(help: .skipBadRows)
    var skipBadRows = false

    @Option(parsing: .unconditional, help: .now)
    var now: String?

    @Flag(help: .jsonLine)
    var json = false

    func run() async throws {
        try InputFile.requireOneStandardInput([policy, installs] + catalog)
        let now = try WallClock.time(option: now)
        let manifest = try PolicyFile(policy).manifest.adding(catalog.map(CatalogArgument.init))
        let missing = Simulation.missingColumns(for: manifest.policy)
        if !missing.isEmpty {
            printError(
                "airworthy: note: conditions on \(missing.joined(separator: ", ")) are undecided, because the table has "
                    + "no such columns")
        }
        if manifest.catalog.releases.isEmpty, manifest.policy.rules.contains(where: \.dependsOnLatest) {
            printError(
                "airworthy: note: rules on \"latest\" cannot apply, because no release is known; give the releases with "
                    + "--catalog")
        }
        let simulation = try await ProgressLine.during("deciding for each installation of \(installs)") {
            Simulation(of: manifest, fleet: try Fleet(csv: installs, skippingBadRows: skipBadRows), at: now)
        }
        let report = SimulationReport(simulation: simulation)
        try printOutput(json ? [report.jsonValue.jsonText()] : report.lines)
    }
}

extension Rule {
    /// Whether the rule compares the version with the newest release.
    fileprivate var dependsOnLatest: Bool {
        var isFound = false
        when.forEach { if case .version(let range) = $0, range.mentionsLatest { isFound = true } }
        return isFound
    }
}
