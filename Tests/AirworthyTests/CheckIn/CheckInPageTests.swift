import AirworthyPolicy
import Foundation
import Testing

@testable import Airworthy

/// What the pages and the privacy manifest say about check-ins, compared with what the client sends.
@Suite struct CheckInPageTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func page() throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent("Documentation/adoption.md"), encoding: .utf8)
    }

    /// A check-in with every member that one can have.
    private var body: JSONValue {
        let installation = Installation(
            platform: .ios, version: "2.2.1", build: try? BuildNumber("310"), channel: .appstore,
            os: OperatingSystem("iOS 17.4.1"), language: "ja", storefront: Storefront("JP"), installID: "secret",
            attributes: ["plan": "team"])
        var decision = Decision(.required, for: installation)
        decision.rule = "broken-migration"
        decision.revision = 42
        var record = CheckInRecord()
        let today = LocalDay(utc: date("2026-11-21T10:00:00Z"))
        if let facts = CheckInFacts(installation) {
            record.accept(record.begin(facts, decision: decision, on: today), on: today)
            for step in CheckInStep.allCases { record.funnel.count(step, of: "broken-migration") }
            return record.begin(facts, decision: decision, on: today.adding(1)).jsonValue
        }
        return .null
    }

    /// Returns the paths of all values, without the positions in lists.
    private func paths(of value: JSONValue, at path: [String] = []) -> Set<String> {
        switch value {
        case .object(let object):
            object.members.reduce(into: []) { $0.formUnion(paths(of: $1.value, at: path + [$1.key])) }
        case .array(let values): values.reduce(into: []) { $0.formUnion(paths(of: $1, at: path)) }
        default: [path.joined(separator: ".")]
        }
    }

    /// Returns the names in the first column of the table whose first column has a heading.
    private func names(inTableWith heading: String) throws -> [String] {
        let lines = try page().split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| \(heading) |") })
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.flatMap { row in
            let cell = row.split(separator: "|", maxSplits: 1)[0]
            return cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
    }

    @Test func `the page lists exactly the members that a client sends`() throws {
        let names = try names(inTableWith: "member")
        #expect(Set(names) == paths(of: body))
        #expect(names.count == Set(names).count)
        #expect(!body.jsonText().contains("secret"))
        #expect(!body.jsonText().contains("team"))
    }

    @Test func `the page and the privacy manifest declare the same data, not linked and not for tracking`() throws {
        let file = Self.root.appendingPathComponent("Sources/Airworthy/PrivacyInfo.xcprivacy")
        let plist = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
        let manifest = try #require(plist as? [String: Any])
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        let types = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        for type in types {
            #expect(type["NSPrivacyCollectedDataTypeLinked"] as? Bool == false)
            #expect(type["NSPrivacyCollectedDataTypeTracking"] as? Bool == false)
            #expect(
                type["NSPrivacyCollectedDataTypePurposes"] as? [String] == [
                    "NSPrivacyCollectedDataTypePurposeAnalytics"
                ])
        }
        let declared = types.compactMap { $0["NSPrivacyCollectedDataType"] as? String }
        #expect(try names(inTableWith: "data type") == declared)
    }
}
