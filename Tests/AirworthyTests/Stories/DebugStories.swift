import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing

/// Explanations, policy status and summary for debug screens and bug reports.
@Suite(.timeLimit(.minutes(5))) struct DebugStories {
    private let world = FakeWorld()
    private let config = Airworthy.Setup.config(Samples.configURL)

    /// Whether the explanation is the decision with a trace.
    private func isExplained(_ client: Airworthy) -> Bool {
        var explained = client.explain()
        guard explained.trace != nil else { return false }
        explained.trace = nil
        return explained == client.decision
    }

    @Test func `explain decides for another version without changing anything`() async throws {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config, version: "1.5")
        _ = await client.check()
        let (before, asked, stored) = (client.decision, world.requests.count, world.store.load())
        #expect(isExplained(client))
        #expect(client.explain().trace?.rules.contains { $0.decided } == true)
        #expect(client.explain(version: "2.0").status == .ok)
        #expect(client.explain(version: "2.0").installedBuild == nil, "another version has another build")
        #expect(client.explain(version: "2.0", build: "7").installedBuild == (try BuildNumber("7")))
        #expect(client.explain(version: "1.5").installedBuild == (try BuildNumber("150")))
        #expect(client.explain(build: "7").installedVersion == "1.5")
        #expect(client.explain(version: "soon").reason == .unreadableVersion)
        #expect(client.decision == before)
        #expect(client.installation.versionText == "1.5")
        #expect(world.requests.count == asked)
        #expect(world.store.load() == stored)
    }

    @Test func `explain includes the App Store's releases and feature overrides`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let client = world.launch(.appStore(id: 42), storefront: "JP")
        _ = await client.check()
        client.overrideFeature("lab", with: true)
        #expect(client.decision.status == .recommended)
        #expect(isExplained(client))
        #expect(client.explain(version: "2.0").status == .ok)
    }

    @Test(needsCrypto) func `explain and summary show an expired manifest as the decision does`()
        async throws
    {
        world.serve(try Samples.signed(), at: Samples.host)
        let client = world.launch(Samples.serverSetup)
        _ = await client.check()
        #expect(
            client.policyStatus
                == PolicyStatus(
                    source: .server(Samples.server), revision: 7, issuedAt: date("2026-11-20T09:00:00Z"),
                    confirmedAt: date("2026-11-20T12:00:00Z"), expiresAt: date("2026-12-20T09:00:00Z")))
        #expect(
            client.summary.contains(
                "the server https://updates.example.com, revision 7, signed 3 h ago, confirmed 0 s ago, expires in 29 days"
            ))
        #expect(isExplained(client))
        world.pass(40 * 86_400)
        client.setAttribute(true, for: "late")
        #expect(client.decision.softened == "expired")
        #expect(isExplained(client))
        #expect(client.policyStatus.isExpired)
        #expect(client.summary.contains("confirmed 40 days ago, expired"))
    }

    @Test(needsCrypto) func `policyStatus names the source in force, not the first source`() throws {
        let bundled = Data(try Samples.signed(revision: 5))
        let setup = Airworthy.Setup(policy: [
            .manifest(Samples.server, pins: Samples.pins), .bundled(bundled, pins: Samples.pins), .newestRelease,
        ])
        let standing = world.launch(setup).policyStatus
        #expect(standing.source == .bundled)
        #expect(standing.revision == 5)
        #expect(standing.confirmedAt == nil)
    }

    @Test func `policyStatus has no source before the first answer`() async {
        let client = world.launch(config)
        #expect(client.policyStatus == PolicyStatus(source: .none))
        #expect(client.summary.contains("policy: none\n"))
        world.serve(Samples.config, at: Samples.files)
        _ = await client.check()
        #expect(client.policyStatus.source == .config(Samples.configURL))
        #expect(client.policyStatus.expiresAt == date("2027-01-04T12:00:00Z"), "45 days after it was confirmed")
        #expect(world.launch(.appStore(id: 42)).policyStatus == PolicyStatus(source: .rules))
    }

    @Test func `summary contains decision, policy and channel but no install id`() async throws {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config, detecting: .adHoc)
        _ = await client.check()
        let summary = client.summary
        for part in [
            "decision: requiredUnavailable", "the plain file https://files.example.com/config.json",
            "confirmed 0 s ago",
            "next refresh: in 6 h", "1.5 (150): adhoc (an ad hoc profile)", "provisioning profile: ad hoc",
            "AppDistributor: not asked",
        ] { #expect(summary.contains(part), "\(part) is not in:\n\(summary)") }
        let id = try #require(client.installation.installID)
        #expect(!summary.contains(id))
    }

    @Test func `summary contains the facts that rules match, but no value of an attribute`() {
        let client = world.launch(config, storefront: "JP")
        #expect(client.summary.contains("\nattributes: none\n"))
        client.setAttribute("tora@example.com", for: "mail\ndecision")
        client.setAttribute(true, for: "late")
        let facts = client.summary.split(separator: "\n").map(String.init)
        for fact in [
            "platform: ios", "version: 1.5", "build: 150", "storefront: JP", "attributes: late, mail decision",
        ] {
            #expect(facts.contains(fact), "\(fact) is not in:\n\(client.summary)")
        }
        #expect(facts.contains { $0.hasPrefix("os: iOS ") })
        #expect(!client.summary.contains("tora"))
    }

    @Test func `the short report contains the status and the known facts, but no value of an attribute`() async throws {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config, storefront: "JP")
        client.setAttribute("tora@example.com", for: "mail")
        _ = await client.check()
        let facts = [
            "status: required", "platform: ios", "version: 1.5", "build: 150", "channel: appstore",
            "os: iOS 18.0", "language: en", "storefront: JP", "attributes: mail",
        ]
        #expect(client.shortReport.components(separatedBy: "\n") == facts)
        let unknown = world.launch(.appStore(id: 42), detecting: .adHoc)
        #expect(unknown.shortReport.contains("\nchannel: adhoc\n") && !unknown.shortReport.contains("storefront"))
        #expect(!unknown.shortReport.contains(try #require(unknown.installation.installID)))
        let bare = world.launch(.appStore(id: 42), channel: .unknown)
        #expect(bare.shortReport.contains("\nchannel: unknown\n"), "rules match the unknown channel")
    }

    @Test(needsCrypto) func `the short report contains the revision`() throws {
        let setup = Airworthy.Setup(policy: [.bundled(Data(try Samples.signed(revision: 5)), pins: Samples.pins)])
        let client = world.launch(setup)
        #expect(
            client.shortReport.hasPrefix("status: \(client.decision.status.rawValue)\nrevision: 5\nplatform: ios\n"))
    }

    @Test func `a line beyond the limit of the short report is left out, and no name begins a new line`() {
        let forged = "mail\r\nstatus: ok\u{2028}revision: 9"
        let client = world.launch(config)
        client.setAttribute(true, for: forged)
        let report = client.shortReport
        #expect(report.hasSuffix("\nattributes: mail status: ok revision: 9"))
        #expect(report.split(whereSeparator: \.isNewline).count == report.split(separator: "\n").count)
        client.setAttribute(nil, for: forged)
        let room = 800 - client.shortReport.utf8.count + "none".utf8.count
        for (length, fits) in [(room, true), (room + 1, false), (100_000, false)] {
            let name = String(repeating: "n", count: length)
            client.setAttribute(true, for: name)
            #expect(client.shortReport.utf8.count <= 800)
            #expect(client.shortReport.contains("attributes") == fits)
            #expect(client.shortReport.contains("\nversion: 1.5\n"))
            client.setAttribute(nil, for: name)
        }
    }

    @Test func `the device log contains problems without paths or people`() async {
        let client = world.launch(config, store: BrokenStore())
        world.serve(Array("<html>".utf8), at: Samples.files)
        _ = await client.check()
        client.didShow(client.presentation(.launch))
        #expect(
            Set(world.logged) == [
                "stored state unreadable, discarded", "state could not be written",
                "manifest rejected: malformed-config",
            ])
    }
}

private struct BrokenStore: StateStore {
    func load() -> LoadedState { .damaged("somebody's /private/state is broken") }
    func save(_ state: StoredState) throws { throw CocoaError(.fileWriteOutOfSpace) }
}
