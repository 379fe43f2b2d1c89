import AirworthyPolicy
import ArgumentParser

/// Turns a file of one format into another.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Turn another format's file into a policy, or a policy into one.",
        discussion: """
            Reads config.json, Prince of Versions (v1 and v2), LaunchGate, Updates and our \
            own policies and manifests. What was not carried is told on standard error. \
            What decides whom a rule hits is never dropped: a format that cannot say it \
            gets no file, and the command ends with 65.

            EXAMPLE
              $ airworthy convert versions.json --to policy --app-id 6504763618 \\
                  -o policy.json
              $ airworthy convert policy.yaml --to prince-of-versions \\
                  --catalog catalog.yaml
            """)

    /// What can be written.
    enum Output: String, ExpressibleByArgument, CaseIterable {
        case policy
        case configJSON = "config-json"
        case princeOfVersions = "prince-of-versions"
    }

    @Argument(help: "The file to convert; - is standard input.", completion: .file())
    var file: String

    @Option(help: "What to make of it.")
    var to: Output

    @Option(help: "What the file is, where that is not recognised.")
    var from: PolicyFormat?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The app's Apple ID, which leads to its App Store page. Most formats do not say where the update is.",
            valueName: "n"))
    var appID: Int?

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The file to write; by default standard output.", valueName: "file"), completion: .file())
    var output = "-"

    func run() throws {
        try InputFile.requireOneStandardInput([file] + catalog)
        if let appID, appID < 1 { throw ToolError(.badData, "--app-id: `\(appID)` is no Apple ID; count from 1") }
        let input = try PolicyInput(file, as: from, appleID: appID)
        var manifest = input.manifest
        manifest.policy.appleID = manifest.policy.appleID ?? appID
        manifest = try manifest.adding(catalog.map(CatalogArgument.init))

        let (json, findings) = written(manifest)
        let report = FindingReport(file: input.name, findings: findings)
        report.printToStandardError()
        guard let json else { throw ToolError(.badData, "not converted to \(to.rawValue): \(report.summary)") }
        try OutputFile.write(json.jsonBytes(pretty: true) + [UInt8(ascii: "\n")], to: output)
    }

    private func written(_ manifest: Manifest) -> (json: JSONValue?, findings: [Finding]) {
        switch to {
        case .policy: (manifest.policy.jsonValue, Self.releasesLeftOut(of: manifest.catalog))
        case .configJSON: LegacyFormat.configJSON.write(manifest.policy, catalog: manifest.catalog)
        case .princeOfVersions: LegacyFormat.princeOfVersions.write(manifest.policy, catalog: manifest.catalog)
        }
    }

    /// A policy names no releases, so what a file asserted of them is told instead of dropped in silence.
    private static func releasesLeftOut(of catalog: Catalog) -> [Finding] {
        let asserted = catalog.releases.filter { release in
            release.offers.contains { $0.source == Offer.asserted }
        }
        guard !asserted.isEmpty else { return [] }
        let names = asserted.map { "\($0.platform) \(UpdateTarget(version: $0.version, build: $0.build))" }.joined(
            separator: ", ")
        return [
            Finding(
                code: "releases-not-carried", severity: .warning, path: "",
                message:
                    "A policy names no releases, so \(names) is left out; without a catalog, rules with `latest` or "
                    + "`perChange` do not act, so give one with `--catalog` when deciding.")
        ]
    }
}
