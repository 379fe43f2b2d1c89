import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog
import Testing

@testable import Dashboard

@Suite("The page of the server's state", .timeLimit(.minutes(5)))
struct StatusPageTests {
    private static let page = "/status"
    private static let now = FixedClock.start

    private static func problems(_ facts: StatusFacts) -> [String] {
        StatusProblem.all(of: facts, now: now).map { "\($0.label): \($0.text)" }
    }

    private static func server(_ change: (inout ServerState) -> Void) -> StatusFacts {
        var state = ServerState()
        change(&state)
        return StatusFacts(server: state)
    }

    private static func key(_ condition: KeyState.Condition) -> AppleKeyRecord {
        AppleKeyRecord(state: KeyState(keyID: "KEY", condition: condition, allowedPerHour: 3_000), callsLastHour: 12)
    }

    @Test("a server without problems says so")
    func nothing() async throws {
        let kit = try await PageKit()
        let html = try await kit.html(Self.page)
        #expect(html.contains("Nothing. Manifests are signed and renewed") && html.contains("This server"))
        #expect(Self.problems(Self.server { $0.diskFreeBytes = 5e9 }).isEmpty)
    }

    @Test("each problem is a sentence")
    func sentences() {
        let hourAgo = Self.now - 3_600
        let table: [(StatusFacts, String)] = [
            (
                Self.server { $0.appleKeys = [Self.key(.failed(since: hourAgo))] },
                "urgent: Apple rejects the key KEY, since 20 Nov 2026, 11:00 UTC."
            ),
            (
                Self.server { $0.appleKeys = [Self.key(.agreementsMissing(since: hourAgo))] },
                "urgent: App Store Connect answers nothing to the key KEY, since 20 Nov 2026, 11:00 UTC: an agreement is missing."
            ),
            (
                Self.server { $0.clockOffset = 700 },
                "urgent: This machine’s clock is 12 minutes ahead of Apple’s, so nothing is signed."
            ),
            (Self.server { $0.clockOffset = -120 }, "soon: This machine’s clock is 2 minutes behind Apple’s."),
            (Self.server { $0.diskFreeBytes = 1_048_576 }, "urgent: The disk of the database has only 1 MiB left."),
            (
                Self.server { $0.backups = .init(interval: 3_600, last: Self.now - 3 * 3_600, failures: 2) },
                "soon: The last backup was written 3 hours ago."
            ),
            (
                Self.server { $0.backups = .init(interval: 3_600, last: nil, failures: 1) },
                "soon: No backup could be written."
            ),
            (
                StatusFacts(sinceRead: .seconds(120)),
                "urgent: The database was read 2 minutes ago for the last time. Devices are served from memory meanwhile."
            ),
            (
                StatusFacts(signingProblems: [("hashtags", "no signing key is configured")]),
                "urgent: hashtags: no signing key is configured."
            ),
        ]
        for (facts, sentence) in table { #expect(Self.problems(facts) == [sentence]) }
    }

    @Test("urgent problems come first, and many of one kind are counted")
    func order() {
        var facts = Self.server {
            $0.clockOffset = -120
            $0.diskFreeBytes = 1
        }
        facts.signingProblems = (0..<12).map { ("app\($0)", "no key") }
        let all = Self.problems(facts)
        #expect(all.count == 13 && all.last?.hasPrefix("soon: This machine") == true)
        #expect(all.contains("urgent: The same holds for 2 further apps."))
    }

    @Test("an app whose release data is too old is told, with the age of its oldest part")
    func sources() async throws {
        let kit = try await PageKit()
        try await kit.plane.catalogs.record(.connect(Samples.listing(at: kit.now)), for: "hashtags", at: kit.now)
        kit.server.clock.advance(days: 1)
        let html = try await kit.html(Self.page)
        #expect(html.contains("The release data of hashtags is out of date: its oldest part is of 20 Nov 2026"))
        #expect(html.contains("href=\"/apps/hashtags/releases\""))
    }

    @Test("keys are listed with their state, and alarms since the start in words")
    func keysAndAlarms() {
        var facts = Self.server { $0.appleKeys = [Self.key(.working), Self.key(.unproven)] }
        facts.alarms = ["renewal-failed": 2, "unreadable": 0]
        let model = StatusModel(facts, now: Self.now)
        #expect(model.appleKeys.map(\.tag.text) == ["works", "not used yet"])
        #expect(model.appleKeys.map(\.calls) == ["12 of 3\u{202F}000", "12 of 3\u{202F}000"])
        #expect(model.jobs.map(\.text) == ["a manifest that was due could not be reissued"])
        #expect(model.jobs.map(\.count) == ["2 times"])
        for alarm in Alarm.allCases { #expect(!alarm.words.isEmpty) }
    }

    @Test("a session that is limited to some apps sees neither the server, nor its keys, nor other apps")
    func limited() async throws {
        var kit = try await PageKit()
        try await kit.server.makeApp("secret-app")
        kit.surroundings.server = {
            var state = ServerState()
            state.appleKeys = [Self.key(.failed(since: Self.now))]
            return state
        }
        #expect(try await kit.html(Self.page).contains("KEY"))
        let html = try await kit.html(Self.page, rights: .read, apps: ["hashtags"])
        #expect(html.contains("limited to some apps") && html.contains("hashtags"))
        #expect(!html.contains("KEY") && !html.contains("secret-app") && !html.contains("Signing</h2>"))
    }

    @Test("problems of sources cannot put markup into the page")
    func hostile() async throws {
        var kit = try await PageKit()
        kit.surroundings.sources = { _ in
            [SourceStatus(source: .connect, interval: .seconds(900), problem: PageKit.hostile)]
        }
        #expect(try await kit.html(Self.page).escapesHostileText)
    }
}
