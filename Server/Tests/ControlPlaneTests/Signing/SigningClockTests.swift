import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

/// What a server believes of its clock, and that a clock which was ahead once freezes nothing.
@Suite(.timeLimit(.minutes(5))) struct SigningClockTests {
    private static let day = 86_400.0
    private static let now = FixedClock.start

    /// The evidence, in seconds before or after the clock, and the verdict.
    struct Row: Sendable {
        var apple: Double?
        var database: (ahead: Double, isElsewhere: Bool)?
        var seen: Double?
        var confirmed: Double?
        let verdict: String
    }

    @Test(arguments: [
        Row(verdict: "plausible"), Row(seen: -3 * day, verdict: "plausible"),
        Row(seen: -3 * day - 1, verdict: "the last time a server was seen here"), Row(seen: day, verdict: "plausible"),
        Row(apple: 0, seen: -99 * day, verdict: "confirmed"), Row(apple: 601, verdict: "ahead of that of Apple"),
        Row(apple: -601, seen: 0, confirmed: 0, verdict: "behind that of Apple"),
        Row(database: (21, true), verdict: "20 seconds behind that of the database server"),
        Row(database: (-21, false), seen: 0, verdict: "20 seconds ahead of that of the database server"),
        Row(database: (20, true), seen: -99 * day, verdict: "confirmed"),
        Row(database: (0, false), seen: -99 * day, verdict: "the last time a server was seen here"),
        Row(database: (0, false), seen: 0, verdict: "plausible"),
        Row(seen: -99 * day, confirmed: -day, verdict: "confirmed"),
        Row(seen: -99 * day, confirmed: -day - 1, verdict: "the last time a server was seen here"),
        Row(confirmed: 601, verdict: "plausible"), Row(database: (9_999, true), confirmed: 0, verdict: "confirmed"),
        Row(apple: 0, database: (9_999, true), verdict: "confirmed"),
    ])
    func `the best source decides`(row: Row) {
        let clock = SigningClock(
            appleOffset: row.apple,
            database: row.database.map { DatabaseClock(now: Self.now + $0.ahead, isElsewhere: $0.isElsewhere) },
            notes: ClockNotes(seen: row.seen.map { Self.now + $0 }, confirmedAt: row.confirmed.map { Self.now + $0 }))
        switch clock.verdict(at: Self.now) {
        case .confirmed: #expect(row.verdict == "confirmed")
        case .plausible: #expect(row.verdict == "plausible")
        case .wrong(let reason): #expect(reason.contains(row.verdict))
        }
    }

    @Test(arguments: [
        (Double?.none, Double?.none, true), (nil, -3_600, true), (nil, -3_599, false), (nil, 7_200, false),
        (nil, -4 * day, false),
        (0, 7_200, true), (0, -60, false), (700, -7_200, false),
    ])
    func `a server notes the time every hour, and never by a wrong clock`(apple: Double?, seen: Double?, isNoted: Bool)
    {
        let notes = ClockNotes(seen: seen.map { Self.now + $0 }, confirmedAt: Self.now - 9 * Self.day)
        let new = SigningClock(appleOffset: apple, database: nil, notes: notes).newNotes(at: Self.now)
        #expect(new == (isNoted ? ClockNotes(seen: Self.now, confirmedAt: notes.confirmedAt) : nil))
    }

    @Test(arguments: [
        ClockNotes(), ClockNotes(seen: now), ClockNotes(confirmedAt: now),
        ClockNotes(seen: now, confirmedAt: now - 0.5),
    ])
    func `notes are read as they were written`(notes: ClockNotes) { #expect(ClockNotes(notes.text) == notes) }

    @Test(arguments: [nil, "", " ", "x", "1e3 -", "99999999999999999999 1"] as [String?])
    func `notes that cannot be read are none`(text: String?) { #expect(ClockNotes(text).seen == nil) }

    @Test
    func
        `a server that starts fifteen days ahead signs nothing, by itself or by order, and goes on when its clock is right`()
        async throws
    {
        let server = try TestPlane(offset: nil)
        try await server.makeApp()
        try await server.publish()
        await server.plane.housekeeping.renew()
        server.clock.advance(days: 15)
        let ahead = try server.again(offset: nil)
        try await ahead.plane.housekeeping.load()
        await ahead.plane.housekeeping.renew()
        #expect(try ahead.head().revision == 1)
        #expect(try ahead.plane.served.app("hashtags").problem?.contains("airworthy clock confirm") == true)
        let error = await #expect(throws: ControlPlaneError.self) {
            try await ahead.publish(Samples.policy(floor: "2"))
        }
        #expect(error?.kind == .clockWrong)
        server.clock.advance(days: -15, minutes: 1)
        #expect(try await ahead.publish(Samples.policy(floor: "2")).manifest.revision == 2)
    }

    @Test func `after the word of an admin a server that was off for long signs, and notes the time`() async throws {
        let server = try TestPlane(offset: nil)
        try await server.makeApp()
        try await server.publish()
        await server.plane.housekeeping.renew()
        server.clock.advance(days: 15)
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 1)
        let time = try await server.plane.housekeeping.confirmClock(server.clock.now + 599, by: .server)
        #expect(time == server.clock.now)
        #expect(try server.head().revision == 2)
        #expect(try await server.audit().contains("clock.confirmed"))
        server.clock.advance(days: 2)
        #expect(try await server.publish(Samples.policy(floor: "2")).manifest.revision == 3)
    }

    @Test func `an admin whose clock differs, or with a token for some apps only, confirms nothing`() async throws {
        let server = try TestPlane(offset: nil)
        try await server.makeApp()
        let clock = server.plane.housekeeping
        let late = await #expect(throws: ControlPlaneError.self) {
            try await clock.confirmClock(server.clock.now + 601, by: .server)
        }
        #expect(late?.kind == .clocksDiffer && late?.pointer == "/now")
        for (rights, apps) in [(Rights.apps, Set(["hashtags"])), (.read, nil)] as [(Rights, Set<String>?)] {
            let principal = Principal(.token("t", kind: .admin), name: "t", rights: rights, apps: apps)
            let error = await #expect(throws: ControlPlaneError.self) {
                try await clock.confirmClock(server.clock.now, by: principal)
            }
            #expect(error?.kind == .forbidden)
        }
        #expect(try await !server.audit().contains("clock.confirmed"))
    }

    @Test(arguments: [true, false])
    func
        `a manifest from the future is replaced once the clock is confirmed, and devices that have it accept the new one`(
            byApple: Bool
        ) async throws
    {
        let ahead = try TestPlane(clock: FixedClock(Self.now + 15 * Self.day), offset: nil)
        try await ahead.makeApp()
        try await ahead.publish()
        let device = try SignedManifest.verify(
            ahead.head().envelope, pins: Pins(app: "hashtags", keys: TestKeys.pins), now: Self.now
        ).get().newState
        ahead.clock.advance(days: -15)
        let server = try ahead.again(offset: byApple ? 0 : nil)
        try await server.plane.housekeeping.load()
        if !byApple {
            #expect(try server.head().revision == 1)
            let error = await #expect(throws: ControlPlaneError.self) {
                try await server.publish(Samples.policy(floor: "2"))
            }
            #expect(error?.detail.contains("airworthy clock confirm") == true)
            _ = try await server.plane.housekeeping.confirmClock(Self.now, by: .server)
        }
        #expect(try server.head().revision == 2)
        #expect(try server.head().manifest.issuedAt == Self.now)
        let verified = try SignedManifest.verify(
            server.head().envelope, pins: Pins(app: "hashtags", keys: TestKeys.pins), state: device, now: Self.now
        ).get()
        #expect(verified.manifest.revision == 2)
        #expect(try await server.audit().contains("manifest.redated"))
        #expect(try await server.publish(Samples.policy(floor: "2")).manifest.revision == 3)
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 3)
    }
}

extension TestPlane {
    /// The actions in the audit.
    fileprivate func audit() async throws -> [String] {
        try await plane.history.audit(app: nil, before: nil, limit: 50).map(\.action)
    }
}
