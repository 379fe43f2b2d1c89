import Foundation
import Testing
import ToolTesting

/// The claims of the tour, which `make tour` shows.
@Suite(.blocking) struct TourTests {
    private func headline(_ arguments: String...) throws -> String { try Tool.run(["decide"] + arguments).headline }

    @Test(arguments: ["1.4.0", "1.4", "1.9", "1.10", "2.0", "2.1.9", "2.2", "2.2.0", "2.2.0.1", "2.2.1"])
    func `only 2.2.0 of the versions from 1.4.0 to 2.2.1 is required to update`(version: String) throws {
        let headline = try headline("--policy", "config-specific-versions.json", "--version", version)
        #expect(headline.hasPrefix("REQUIRED  ") == ["2.2", "2.2.0"].contains(version))
    }

    @Test(arguments: ["config-specific-versions.json", "config-minimum-only.json"])
    func `1.3.9 is required to update`(policy: String) throws {
        #expect(try headline("--policy", policy, "--version", "1.3.9").hasPrefix("REQUIRED  1.3.9 → "))
    }

    @Test(arguments: [("4.6.7", "RECOMMENDED  4.6.7 → 4.6.8"), ("4.10.0", "OK  4.10.0 may carry on")])
    func `4.6.8 on the App Store is an update for 4.6.7 but not for 4.10.0`(version: String, answer: String) throws {
        let headline = try headline(
            "--policy", "birthdays.policy.yaml", "--catalog", "lookup-birthdays-jp.json@JP", "--version", version)
        #expect(headline == answer)
    }

    @Test(arguments: ["1.3.9", "2.1.0", "2.2.0"], ["appstore", "testflight", "testflight.external"])
    func `an iOS 15 device is never required to install a build that needs iOS 16`(version: String, channel: String)
        throws
    {
        let result = try Tool.run(
            ["decide"] + DecideCommandTests.hashtags
                + ["--version", version, "--os", "iOS=15.8", "--channel", channel, "--json"])
        #expect(result.status == 0)
        #expect(!result.output.contains(#""minimumOS":"16"#))
    }

    @Test(arguments: ["1.0", "1.3.9", "2.1.0", "2.2.0", "2.2.1"], ["", ".internal", ".external"])
    func `no rule sends a TestFlight installation to the App Store`(version: String, audience: String) throws {
        let result = try Tool.run(
            ["decide"] + DecideCommandTests.hashtags
                + ["--version", version, "--build", "300", "--channel", "testflight\(audience)", "--json"])
        #expect(result.status == 0)
        #expect(!result.output.contains("apps.apple.com"))
    }

    @Test func `an expiring beta without a newer build is sent to the App Store with the reason`() throws {
        let result = try Tool.run([
            "decide", "--policy", "hashtags.policy.yaml", "--catalog", "hashtags.last-beta.yaml", "--version", "2.2.1",
            "--build", "309", "--channel", "testflight.external", "--now", "2026-11-22T00:00:00Z",
        ])
        #expect(result.headline == "RECOMMENDED  2.2.1 (309) → 2.2.1 (310) on the App Store, leaving the beta")
        #expect(result.output.contains("$beta-expiry"))
    }

    @Test(arguments: [
        ("debug", true), ("testflight", true), ("testflight.internal", true), ("testflight.external", true),
        ("appstore", false), ("marketplace", false), ("web", false), ("enterprise", false), ("adhoc", false),
        ("unknown", false),
    ])
    func `the new editor is enabled in debug and TestFlight builds only`(channel: String, isVisible: Bool) throws {
        let result = try Tool.run(
            ["decide"] + DecideCommandTests.hashtags + ["--version", "2.2.1", "--channel", channel])
        #expect(result.output.contains("new-editor = \(isVisible)\n"))
    }

    @Test func `the output of tour.sh is that of tour.txt`() throws {
        let folder = try Tool.executable().deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try Tool.run(
            [], program: Tool.root.appendingPathComponent("Examples/tour.sh"),
            environment: ["PATH": "\(folder):\(path)"])
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        let shown = try String(contentsOf: Tool.root.appendingPathComponent("Examples/tour.txt"), encoding: .utf8)
        #expect(result.output == shown)
    }
}
