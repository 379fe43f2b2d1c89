import AirworthyAuthoring
import AirworthyPolicy
import Testing

/// A policy that has a finding, and a twin with the mistake corrected.
struct LintCase: CustomTestStringConvertible, Sendable {
    let code: String
    let severity: Finding.Severity
    let path: String
    /// The policy's rules.
    let rules: String
    let twin: String
    let more: String
    /// The releases; `nil` for no catalog.
    let releases: String?

    init(
        _ code: String, _ severity: Finding.Severity, at path: String, _ rules: String, twin: String, more: String = "",
        releases: String? = nil
    ) {
        (self.code, self.severity, self.path) = (code, severity, path)
        (self.rules, self.twin, self.more, self.releases) = (rules, twin, more, releases)
    }

    var testDescription: String { "\(code) at \(path): \(rules)" }
}

let lintNow = instant("2026-11-20T00:00:00Z")

/// The linter's findings in a policy that reads without errors.
func lint(
    rules: String, more: String = "", releases: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws -> [Finding] {
    let text = "{\"schema\":1,\"app\":\"tags\",\"appleID\":42,\"rules\":[\(rules)]\(more)}"
    let policy = try readPolicy(text, sourceLocation: sourceLocation)
    return Linter.findings(policy: policy, catalog: try releases.map(readCatalog), now: lintNow)
}

func readCatalog(_ releases: String) throws -> Catalog {
    let (catalog, findings) = CatalogReader.read(json: Array("{\"schema\":1,\"releases\":[\(releases)]}".utf8))
    #expect(findings.isEmpty, "\(findings.map(place))")
    return try #require(catalog)
}

/// A release as written in catalogs.
func release(_ version: String, _ build: String, os: String = "15", _ offers: String...) -> String {
    #"{"version":"\#(version)","build":"\#(build)","minimumOS":"\#(os)","offers":[\#(offers.joined(separator: ","))]}"#
}

/// An offer as written in catalogs.
func offer(_ channel: String, on date: String? = "2026-10-01", in fronts: [String] = [], _ more: String = "") -> String
{
    let published = date.map { #","publishedAt":"\#($0)T00:00:00Z""# } ?? ""
    let list = fronts.isEmpty ? "" : #","storefronts":["\#(fronts.joined(separator: "\",\""))"]"#
    return #"{"channel":"\#(channel)"\#(published)\#(list)\#(more)}"#
}
