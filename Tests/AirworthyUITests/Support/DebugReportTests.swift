import Airworthy
import AirworthyPolicy
import Foundation
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
                "Installed app", "Policy in force", "Decision", "Rules", "Notes", "Features",
            ])
        #expect(report.sections[0].rows.contains(.init(name: "Version", value: "1.5")))
        #expect(report.sections[2].rows.contains(.init(name: "Deciding rule", value: "floor")))
        #expect(
            report.sections[3].rows == [
                .init(
                    name: "floor (decides)",
                    value: "true: version <2.0, actual: 1.5 (150) → required, but unavailable: noEvidence")
            ])
        #expect(report.sections[5].rows == [.init(name: "editor", value: "true")])
        let other = DebugReport(airworthy, version: "2.5", build: "7")
        #expect(other.sections[2].rows.contains(.init(name: "Deciding rule", value: "none")))
        #expect(other.sections[2].rows.contains(.init(name: "For version", value: "2.5")))
        #expect(other.sections[0] == report.sections[0], "trying a version changes nothing")
    }

    @Test func `each line is named in words that a new colleague understands`() {
        var decision = Samples.decision(.recommended)
        decision.softened = "expired"
        let report = DebugReport(.preview(decision))
        #expect(
            report.sections.flatMap { $0.rows.map(\.name) } == [
                "Platform", "Version", "Build", "Channel", "Channel evidence", "Operating system", "Language",
                "Storefront", "Source", "Revision", "Signed on", "Last confirmed", "Expires", "Expired", "Status",
                "Blocks the app", "Reason", "Deciding rule", "For version", "Update to", "Update link",
                "Newest release", "Update required from", "Beta expires", "Relaxed after expiry", "Release data as of",
            ])
        #expect(report.sections[2].rows.contains(.init(name: "Relaxed after expiry", value: "yes")))
    }

    @Test func `the source of the policy is described in words`() throws {
        let url = try #require(URL(string: "https://updates.example.com"))
        let sources: [PolicyStatus.Source] = [
            .none, .server(url), .manifest(url), .config(url), .bundled, .rules,
        ]
        #expect(
            sources.map(\.words) == [
                "none", "the server https://updates.example.com", "the manifest https://updates.example.com",
                "the plain file https://updates.example.com", "bundled", "in the app's code",
            ])
    }
}
