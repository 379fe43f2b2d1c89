import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct ImpactTests {
    /// A fleet of 1,000 installations: 900 of 1.9, 90 of 1.3 and 10 of 1.3 on a system that the release does not run on.
    private func fleet(_ server: TestPlane) async throws {
        try await server.makeApp()
        _ = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        for (version, os, count) in [("1.9", "17.4", 900), ("1.3", "17.4", 90), ("1.3", "15.8", 10)] {
            let cell = AdoptionCell(
                platform: "ios", version: version, build: "1", channel: "appstore", os: os, storefront: "JP")
            for _ in 0..<count { _ = server.plane.adoption.add(CheckIn(now: cell), app: "hashtags") }
        }
        try await server.plane.adoption.flush()
    }

    @Test func `a preflight says how many installations would be blocked, and how many could not update`() async throws
    {
        let server = try TestPlane()
        try await fleet(server)
        let impact = try await server.plane.publishing.preflight(Samples.policy(), for: "hashtags").impact.jsonValue
        let wanted: [String: JSONValue] = [
            "days": 28, "source": "checkIns", "installations": 1_000, "unknowable": 0, "newlyBlocked": 90, "stuck": 10,
            "stuckBefore": 0,
            "matrix": [
                ["from": "ok", "to": "ok", "count": 900], ["from": "ok", "to": "required", "count": 90],
                ["from": "ok", "to": "requiredUnavailable", "count": 10],
            ],
            "stuckBy": [["reason": "osTooOld", "count": 10]],
        ]
        for (key, value) in wanted { #expect(impact[key] == value, "\(key): \(impact[key]?.jsonText() ?? "")") }
        #expect(
            impact["groups"]?.arrayValue?.first == [
                "rule": "floor", "from": "ok", "to": "required", "version": "1.3", "channel": "appstore", "count": 90,
            ])
        // Beyond the days of the check-ins, nobody is known.
        server.clock.advance(days: 2)
        let later = try await server.plane.publishing.preflight(Samples.policy(), for: "hashtags", days: 2).impact
        #expect(later.jsonValue["source"] == "none" && later.jsonValue["installations"] == 0)
    }

    @Test func `a deadline counts on its date, not before`() async throws {
        let server = try TestPlane()
        try await fleet(server)
        let deadline = Timestamp.format(server.clock.now.addingTimeInterval(86_400))
        let policy = Array(
            """
            {"schema": 1, "rules": [
              {"id": "floor", "when": {"version": "<1.4"}, "update": "required", "deadline": "\(deadline)"}]}
            """.utf8)
        let impact = try await server.plane.publishing.preflight(policy, for: "hashtags").impact.jsonValue
        #expect(impact["newlyBlocked"] == 0)
        let later = try #require(impact["later"]?.arrayValue)
        #expect(later.count == 1 && later[0]["newlyBlocked"] == 90 && later[0]["stuck"] == 10)
        #expect(later[0]["at"]?.stringValue == deadline)
    }

    @Test func `the end of the only build that testers can update to counts on its date`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let end = Timestamp.format(server.clock.now.addingTimeInterval(2 * 86_400))
        let catalog = """
            {"schema": 1, "releases": [{"version": "2.2", "build": "320", "offers": [
              {"channel": "testflight.external", "groups": ["a"], "expiresAt": "\(end)"}]}, {"version": "1.3", "build": "1",
              "offers": [{"channel": "testflight.external", "groups": ["a"], "expiresAt": "\(end)"}]}]}
            """
        _ = try await server.plane.catalogs.importCatalog(Array(catalog.utf8), for: "hashtags", by: .server)
        let cell = AdoptionCell(
            platform: "ios", version: "1.3", build: "1", channel: "testflight.external", os: "17.4", storefront: "JP")
        for _ in 0..<20 { _ = server.plane.adoption.add(CheckIn(now: cell), app: "hashtags") }
        try await server.plane.adoption.flush()
        let impact = try await server.plane.publishing.preflight(Samples.policy(), for: "hashtags").impact.jsonValue
        #expect(impact["newlyBlocked"] == 20 && impact["stuck"] == 0, "\(impact.jsonText())")
        let later = try #require(impact["later"]?.arrayValue)
        #expect(later.count == 1 && later[0]["at"]?.stringValue == end)
        #expect(later[0]["stuck"] == 20, "\(later)")
    }

    @Test func `the prediction is kept with its revision, also for a repeated request and a rollback`() async throws {
        let server = try TestPlane()
        try await fleet(server)
        let first = try await server.publish()
        #expect(first.impact?["newlyBlocked"] == 90)
        let again = try await server.publish()
        #expect(!again.isNew && again.impact == first.impact)
        try await server.publish(Samples.policy(floor: "1.0"))
        let back = try await server.plane.publishing.rollback(
            "hashtags", to: .policyVersion(1), expecting: .unspecified, note: nil, by: .server)
        #expect(back.impact?["newlyBlocked"] == 90)
        let history = try await server.plane.history.revisions("hashtags", before: nil, limit: 10)
        #expect(history.map { $0.prediction != nil } == [true, true, true])
        #expect(history.allSatisfy { $0.prediction?.observed == [:] })
    }

    @Test func `a publish or rollback whose effect takes too long to predict succeeds without a prediction`()
        async throws
    {
        let seconds = Mutex(0)
        // Each look at the clock takes a second.
        let uptime: @Sendable () -> Duration = {
            .seconds(
                seconds.withLock {
                    $0 += 1
                    return $0
                })
        }
        let server = try TestPlane(uptime: uptime)
        try await fleet(server)
        let publication = try await server.publish()
        #expect(publication.isNew && publication.impact == nil)
        try await server.publish(Samples.policy(floor: "1.0"))
        let back = try await server.plane.publishing.rollback(
            "hashtags", to: .policyVersion(1), expecting: .unspecified, note: nil, by: .server)
        #expect(back.isNew && back.impact == nil)
        // A preflight is asked for its effect, so it takes the time it needs.
        let preflight = try await server.plane.publishing.preflight(Samples.policy(floor: "2.0"), for: "hashtags")
        #expect(preflight.impact.jsonValue["installations"] == 1_000)
    }

    @Test func `without a known installation no prediction is stored`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let publication = try await server.publish()
        #expect(publication.isNew && publication.impact?["installations"] == 0)
        let history = try await server.plane.history.revisions("hashtags", before: nil, limit: 10)
        #expect(history.first?.prediction == nil)
    }

    @Test func `what installations report on the first day and after a week is kept beside the prediction`()
        async throws
    {
        let server = try TestPlane()
        try await fleet(server)
        let revision = try await server.publish().manifest.revision
        let cell = AdoptionCell(platform: "ios", version: "1.3", build: "1", channel: "appstore")
        func report(_ status: Decision.Status, _ count: Int) async throws {
            let told = CheckIn.Told(status: status, rule: status == .ok ? nil : "floor")
            let steps = ["floor": CheckIn.Steps(shown: 2, opened: 1, updated: status == .ok ? 1 : 0)]
            for _ in 0..<count {
                _ = server.plane.adoption.add(CheckIn(now: cell, told: told, steps: steps), app: "hashtags")
            }
            try await server.plane.adoption.flush()
        }
        func observed() async throws -> [Prediction.Window: JSONValue] {
            try await server.plane.adoption.observePredictions()
            let history = try await server.plane.history.revisions("hashtags", before: nil, limit: 10)
            let prediction = try #require(history.first { $0.record.revision == revision }?.prediction)
            return prediction.observed.compactMapValues(JSONValue.init(stored:))
        }
        server.clock.advance(days: 0.5)
        try await report(.required, 7)
        #expect(try await observed().isEmpty)
        server.clock.advance(days: 0.55)
        let day = try #require(try await observed()[.after24h])
        #expect(day["installations"] == 7 && day["statuses"] == ["required": 7])
        #expect(
            day["rules"] == [
                [
                    "rule": "floor", "status": "required", "count": 7, "shown": 14, "opened": 7, "postponed": 0,
                    "skipped": 0, "updated": 0,
                ]
            ])
        // What is reported on other days belongs to neither window.
        server.clock.advance(days: 2)
        try await report(.required, 3)
        server.clock.advance(days: 3)
        try await report(.ok, 5)
        #expect(try await observed().keys.sorted { $0.rawValue < $1.rawValue } == [.after24h])
        server.clock.advance(days: 1)
        let week = try #require(try await observed()[.after7d])
        #expect(week["statuses"] == ["ok": 5])
        #expect(try await observed()[.after24h] == day)
    }

    /// Lets installations report a status, as they do once a day.
    private func report(_ status: Decision.Status, _ count: Int, to server: TestPlane) async throws {
        let cell = AdoptionCell(platform: "ios", version: "1.3", build: "1", channel: "appstore")
        let told = CheckIn.Told(status: status, rule: status == .ok ? nil : "floor")
        for _ in 0..<count { _ = server.plane.adoption.add(CheckIn(now: cell, told: told), app: "hashtags") }
        try await server.plane.adoption.flush()
    }

    @Test func `reports count until another policy replaces the published one`() async throws {
        let server = try TestPlane()
        try await fleet(server)
        let revision = try await server.publish().manifest.revision
        server.clock.advance(days: 0.3)
        try await report(.required, 7, to: server)
        server.clock.advance(days: 0.2)
        let next = try await server.publish(Samples.policy(floor: "1.0")).manifest.revision
        server.clock.advance(days: 0.1)
        try await report(.ok, 5, to: server)
        server.clock.advance(days: 8)
        try await server.plane.adoption.observePredictions()
        let history = try await server.plane.history.revisions("hashtags", before: nil, limit: 10)
        let observed = try #require(history.first { $0.record.revision == revision }?.prediction?.observed)
            .compactMapValues(JSONValue.init(stored:))
        #expect(observed[.after24h]?["statuses"] == ["required": 7])
        #expect(observed[.after24h]?["replacedBy"]?.intValue == next)
        #expect(observed[.after7d]?["installations"] == 0 && observed[.after7d]?["replacedBy"]?.intValue == next)
        // Nothing has replaced the second one.
        let second = try #require(history.first { $0.record.revision == next }?.prediction?.observed[.after24h])
        #expect(JSONValue(stored: second)?["statuses"] == ["ok": 5])
        #expect(JSONValue(stored: second)?["replacedBy"] == nil)
    }

    @Test func `the shares of stuck installations are those of the policy in force, if enough reported`() async throws {
        let server = try TestPlane()
        try await fleet(server)
        try await server.publish()
        let shares = server.plane.adoption.stuckShares
        func share() throws -> StuckShare? { shares.share(of: try server.plane.served.app("hashtags")) }
        server.clock.advance(days: 0.3)
        try await report(.requiredUnavailable, 30, to: server)
        try await report(.required, 30, to: server)
        #expect(try share() == nil)
        server.clock.advance(days: 1)
        try await server.plane.adoption.observePredictions()
        let found = try #require(try share())
        #expect(found.predicted == 0.01 && found.reported == 0.5)
        // Another policy is another matter, and a few reports are none.
        try await server.publish(Samples.policy(floor: "1.0"))
        #expect(try share() == nil)
        server.clock.advance(days: 0.3)
        try await report(.ok, 49, to: server)
        server.clock.advance(days: 1)
        try await server.plane.adoption.observePredictions()
        #expect(try share() == nil)
    }
}
