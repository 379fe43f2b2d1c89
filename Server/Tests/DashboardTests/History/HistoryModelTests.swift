import AirworthyPolicy
import ControlPlaneTesting
import Foundation
import Testing

@testable import ControlPlane
@testable import Dashboard

@Suite("History page")
struct HistoryModelTests {
    private static let now = FixedClock.start
    private static let text = Samples.policy()

    private static func app(signing: App.Signing = .server) throws -> App {
        App(
            slug: "hashtags", bundleID: "com.example.hashtags", pins: try TestKeys.pins, signing: signing,
            createdAt: now)
    }

    private static func policy(_ version: Int, text: [UInt8] = text, note: String? = nil) -> PolicyRecord {
        PolicyRecord(
            app: "hashtags", text: text,
            summary: PolicySummary(
                version: version, digest: ContentDigest.hex(text), base: version - 1, author: "jane", note: note,
                createdAt: now))
    }

    private static func revision(
        _ number: Int, policy: Int, cause: ManifestRecord.Cause = .publish, note: String? = nil,
        prediction: Prediction? = nil
    ) -> HistoryService.Revision {
        HistoryService.Revision(
            record: ManifestRecord(
                app: "hashtags", revision: number, policyVersion: policy, digest: "", payloadDigest: "", bytes: nil,
                size: 1, cause: cause, issuedAt: now - 3_600, expiresAt: nil, author: "jane", note: note),
            tokenID: nil, requestID: nil, prediction: prediction)
    }

    private static func model(
        _ revisions: [HistoryService.Revision], policies: [PolicyRecord] = [], current: PolicyRecord? = nil,
        signing: App.Signing = .server, mayPublish: Bool = true, isFirstPage: Bool = true, hasMore: Bool = false
    ) throws -> HistoryModel {
        let summaries = policies.map(\.summary)
        return HistoryModel(
            revisions, policies: summaries, current: current, app: try app(signing: signing), mayPublish: mayPublish,
            isFirstPage: isFirstPage, hasMore: hasMore, comparison: ComparisonModel(of: summaries, now: now), now: now)
    }

    @Test("before the first publish the page says how to publish")
    func nothingPublished() throws {
        let model = try Self.model([])
        #expect(model.entries.isEmpty && model.olderPath == nil && !model.comparison.isPossible)
        #expect(try PublishingPages.render(model, with: "history").contains("Nothing is published yet"))
    }

    @Test("only earlier policies with another text have a button to roll back")
    func rollbackButtons() throws {
        let other = Samples.policy(floor: "1.0")
        let policies = [Self.policy(3), Self.policy(2, text: other), Self.policy(1)]
        let model = try Self.model(
            [Self.revision(3, policy: 3, cause: .rollback), Self.revision(2, policy: 2), Self.revision(1, policy: 1)],
            policies: policies, current: policies[0])
        let entries = model.entries.compactMap(\.publication)
        // Policy 1 has the text of policy 3, which is in force.
        #expect(entries.map { $0.rollbackPath != nil } == [false, true, false])
        #expect(entries[1].rollbackPath == "/apps/hashtags/rollback?to=2")
        #expect(entries.map(\.isInForce) == [true, false, false])
        #expect(entries[0].comparePath == "/apps/hashtags/history?from=2&to=3#comparison")
        #expect(entries[2].comparePath == nil)
    }

    @Test("an app that CI signs has no button, but the commands for CI")
    func signedByCI() throws {
        let model = try Self.model([Self.revision(7, policy: 0), Self.revision(6, policy: 0)], signing: .ci)
        #expect(model.entries.compactMap(\.publication).allSatisfy { $0.rollbackPath == nil && !$0.hasActions })
        #expect(model.entries.first?.publication?.title == "Revision 7")
        let html = try PublishingPages.render(model, with: "history")
        #expect(html.contains("only CI can roll back") && html.contains("airworthy sign --policy"))
    }

    @Test("a session without the right to publish sees a sentence instead of buttons")
    func noRights() throws {
        let policies = [Self.policy(2, text: Samples.policy(floor: "1.0")), Self.policy(1)]
        let model = try Self.model(
            [Self.revision(2, policy: 2), Self.revision(1, policy: 1)], policies: policies, current: policies[0],
            mayPublish: false)
        #expect(model.entries.compactMap(\.publication).allSatisfy { $0.rollbackPath == nil })
        #expect(model.obstacle?.text.contains("may not publish") == true)
    }

    @Test("revisions that the server made by itself are one line between two publications")
    func automaticRevisions() throws {
        let model = try Self.model(
            [
                Self.revision(5, policy: 1, cause: .renewal), Self.revision(4, policy: 1, cause: .catalog),
                Self.revision(3, policy: 1, cause: .catalog), Self.revision(1, policy: 1),
            ], policies: [Self.policy(1)], current: Self.policy(1), hasMore: true)
        #expect(model.entries.count == 2)
        let automatic = try #require(model.entries[0].automatic)
        #expect(automatic.summary == "3 revisions by the server itself: 2 for new releases and 1 to renew its lifetime")
        #expect(automatic.lines.map(\.revision) == [5, 4, 3] && automatic.isInForce)
        #expect(model.entries[1].publication?.isInForce == true)
        #expect(model.olderPath == "/apps/hashtags/history?before=1")
    }

    @Test("a long note with markup and changes of the text direction stays text")
    func hostileNote() throws {
        let hostile = PublishingPages.hostile
        let model = try Self.model(
            [Self.revision(1, policy: 1, note: hostile)], policies: [Self.policy(1)], current: Self.policy(1))
        let html = try PublishingPages.render(model, with: "history")
        #expect(PublishingPages.isHarmless(html))
        #expect(html.contains("<blockquote dir=\"auto\">"))
        #expect(html.contains("{{slug}}"))
    }
}
