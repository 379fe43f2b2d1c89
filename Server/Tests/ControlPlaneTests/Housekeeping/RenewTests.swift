import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct RenewTests {
    @Test(arguments: [(0.0, false), (9.99, false), (10, false), (10.01, true), (29, true), (31, true)])
    func `a manifest is renewed when less than 20 of its 30 days are left`(days: Double, isDue: Bool) async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let first = try await server.publish()
        server.clock.advance(days: days)
        await server.plane.housekeeping.renew()
        let head = try server.head()
        #expect(head.revision == (isDue ? 2 : 1))
        guard isDue else { return }
        #expect(head.manifest.expiresAt == server.clock.now.addingTimeInterval(30 * 86_400))
        #expect(head.policyVersion == 1)
        let record = try await server.plane.history.manifest("hashtags", revision: 2)
        #expect(record.cause == .renewal && record.author == "airworthy")
        #expect(try await server.plane.publishing.currentPolicy(of: "hashtags").entityTag == first.entityTag)
        let audit = try await server.plane.history.audit(app: "hashtags", before: nil, limit: 1)
        #expect(audit.map(\.action) == ["manifest.renewed"])
    }

    @Test func `in a year no manifest expires, and a month of bytes is kept`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.publish()
        for _ in 1...365 {
            server.clock.advance(days: 1)
            await server.plane.housekeeping.renew()
            let end = try #require(try server.head().manifest.expiresAt)
            #expect(end.timeIntervalSince(server.clock.now) >= 19 * 86_400)
        }
        let records = try await server.plane.history.manifests("hashtags", before: nil, limit: 500)
        #expect((30...40).contains(records.count))
        var kept: [Int] = []
        for record in records {
            let whole = try await server.plane.history.manifest("hashtags", revision: record.revision)
            #expect(whole.digest == record.digest && whole.size > 0)
            if whole.bytes != nil { kept.append(record.revision) }
        }
        // The published bytes stay, and those of the renewals of the last 30 days.
        #expect(kept.contains(1) && (3...5).contains(kept.count))
    }

    @Test func `an app that cannot be renewed affects no other and is reported once`() async throws {
        let server = try TestPlane()
        for app in ["a", "b", "c"] {
            try await server.makeApp(app)
            try await server.publish(to: app)
        }
        try await server.store.write { transaction in
            guard case .live(let old) = try transaction.app("b") else { return }
            var app = old
            app.pins = [PinnedKey(try TestKeys.stranger.publicKey, role: .online)]
            try transaction.updateApp(app, replacing: old)
        }
        server.clock.advance(days: 15)
        for _ in 1...3 { await server.plane.housekeeping.renew() }
        #expect(try server.head("a").revision == 2 && server.head("c").revision == 2)
        #expect(server.plane.served.alarms["renewal-failed"] == 3)
        #expect(server.reports.names == ["renewal.failed"])
        #expect(server.reports.facts.first?["app"] == "b")
        #expect(try server.plane.served.app("b").problem?.contains("could not be reissued") == true)
    }

    @Test func `a failing store is counted and reported`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        server.store.fail(with: .locked)
        await server.plane.housekeeping.renew()
        #expect(server.plane.served.alarms["store-failed"] == 4)
        #expect(server.reports.names == ["renewal.failed", "clock.not-noted", "prune.failed", "observation.failed"])
    }

    @Test func `a wrong clock prevents renewal and changes nothing`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.publish()
        let wrong = try server.again(offset: 3_600)
        try await wrong.plane.housekeeping.load()
        server.clock.advance(days: 20)
        await wrong.plane.housekeeping.renew()
        #expect(try wrong.head().revision == 1)
        #expect(try wrong.plane.served.app("hashtags").problem?.contains("clock") == true)
        // A renewal by another node ends the problem.
        await server.plane.housekeeping.renew()
        try await wrong.plane.housekeeping.poll()
        #expect(try wrong.head().revision == 2 && wrong.plane.served.app("hashtags").problem == nil)
    }

    @Test func `of two nodes, one renews`() async throws {
        let one = try TestPlane()
        let two = try one.again()
        try await one.makeApp()
        try await one.publish()
        try await two.plane.housekeeping.load()
        one.clock.advance(days: 11)
        await one.plane.housekeeping.renew()
        await two.plane.housekeeping.renew()
        #expect(try await one.plane.history.manifests("hashtags", before: nil, limit: 9).count == 2)
        #expect(one.reports.names.isEmpty && one.plane.served.alarms["renewal-failed"] == 0)
    }
}
