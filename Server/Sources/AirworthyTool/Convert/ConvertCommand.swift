import AirworthyAuthoring
import AirworthyPolicy
import ArgumentParser
import Foundation

struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert a file of another format to a policy, or a policy to such a file.",
        discussion: """
            Reads config.json, Prince of Versions (v1 and v2), LaunchGate, Updates, policies \
            and manifests. Losses are reported on standard error. Conditions are never \
            dropped: if the format cannot express one, no file is written and the command \
            exits with 65. With --skip the rules that cannot be written are left out and \
            named; installations from the App Store are never asked for more than by the \
            policy.

            EXAMPLE
              $ airworthy convert versions.json --to policy --app-id 6504763618 \\
                  -o policy.json
              $ airworthy convert policy.yaml --to prince-of-versions \\
                  --catalog catalog.yaml
            """)

    /// The formats that can be written.
    enum Output: String, ExpressibleByArgument, CaseIterable {
        case policy
        case configJSON = "config-json"
        case princeOfVersions = "prince-of-versions"
    }

    @Argument(help: "The file to convert; - is standard input.", completion: .file())
    var file: String

    @Option(help: "The format to write.")
    var to: Output

    @Option(help: "The format of the file, if it is not detected.")
    var from: PolicyFormat?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The app's Apple ID, for its App Store page. Most formats do not contain it.", valueName: "n"))
    var appID: Int?

    @Option(help: .catalogs, completion: .file())
    var catalog: [String] = []

    @Flag(help: "Leave out the rules that the format cannot express, and name them.")
    var skip = false

    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("The file to write; by default standard output.", valueName: "file"), completion: .file())
    var output = "-"

    func run() throws {
        try InputFile.requireOneStandardInput([file] + catalog)
        if let appID, appID < 1 { throw ToolError.badData("--app-id: `\(appID)` is not an Apple ID; count from 1") }
        let input = try PolicyFile(file, as: from, appleID: appID)
        var manifest = input.manifest
        manifest.policy.appleID = manifest.policy.appleID ?? appID
        manifest = try manifest.adding(catalog.map(CatalogArgument.init))

        let (json, findings) = converted(manifest)
        let report = FindingReport(file: input.name, findings: findings)
        report.printToStandardError()
        guard let json else { throw ToolError.badData("not converted to \(to.rawValue): \(report.summary)") }
        try OutputFile.write(json.jsonBytes(pretty: true) + [UInt8(ascii: "\n")], to: output)
    }

    private func converted(_ manifest: Manifest) -> (json: JSONValue?, findings: [Finding]) {
        switch to {
        case .policy: (manifest.policy.jsonValue, Self.lostReleases(of: manifest.catalog))
        case .configJSON: written(.configJSON, manifest)
        case .princeOfVersions: written(.princeOfVersions, manifest)
        }
    }

    private func written(_ format: LegacyFormat, _ manifest: Manifest) -> (json: JSONValue?, findings: [Finding]) {
        guard skip else { return format.write(manifest.policy, catalog: manifest.catalog) }
        let file = format.writeForOldClients(PreparedManifest(manifest), at: Date(), needsRelease: false)
        let skipped = file.findings(of: manifest.policy, code: "left-out", severity: .warning) { rule in
            "The rule \"\(rule.rule)\" is left out. \(rule.reason)"
        }
        return (file.json, skipped + file.findings)
    }

    /// Returns a warning about asserted releases, which a policy cannot contain.
    private static func lostReleases(of catalog: Catalog) -> [Finding] {
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
                    "A policy contains no releases, so \(names) is lost. Without a catalog, rules with `latest` or "
                    + "`perChange` do not apply; give one with `--catalog` when deciding.")
        ]
    }
}
