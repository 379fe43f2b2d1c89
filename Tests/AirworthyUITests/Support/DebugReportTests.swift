import Airworthy
import AirworthyPolicy
import Testing

@testable import AirworthyUI

@Suite struct DebugReportTests {
    @Test func `the report contains the installation, the policy, the decision and its trace`() throws {
        let text = #"""
            {"schema": 1, "app": "tour", "rules": [{"id": "floor", "when": {"version": "<2.0"}, "update": "required"}],
             "features": {"editor": {"default": true}}}
            """#
        let policy = try #require(PolicyReader.read(json: Array(text.utf8)).policy)
        let airworthy = Airworthy(
            policy: .rules(policy),
            options: .init(
                installation: Samples.copy(), appKey: "debug-report",
                transport: Airworthy.Transport { _ in throw CancellationError() }))
        let report = DebugReport(airworthy)
        #expect(
            report.sections.map(\.title) == [
                "This copy", "Policy in force", "Decision", "Rules", "Notes", "Features", "Summary",
            ])
        #expect(report.sections[0].rows.contains(.init(name: "Version", value: "1.5")))
        #expect(report.sections[2].rows.contains(.init(name: "Rule", value: "floor")))
        #expect(report.sections[3].rows.first?.name.hasSuffix("floor") == true)
        let other = DebugReport(airworthy, version: "2.5", build: "7")
        #expect(other.sections[2].rows.contains(.init(name: "Rule", value: "none")))
        #expect(other.sections[2].rows.contains(.init(name: "Decided for", value: "2.5")))
        #expect(other.sections[0] == report.sections[0], "trying a version changes nothing")
    }
}
