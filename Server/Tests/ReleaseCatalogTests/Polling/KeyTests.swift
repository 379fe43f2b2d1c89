import AirworthyPolicy
import Foundation
import Testing

@testable import ReleaseCatalog
@testable import ReleaseSources

@Suite(.timeLimit(.minutes(5))) struct KeyTests {
    private func targets(_ count: Int) -> [AppTarget] {
        (0..<count).map { AppTarget(slug: "app-\($0)", bundleID: "com.example.app\($0)") }
    }

    @Test func `a revoked key is reported once, retried hourly, and recovers by itself`() async {
        let time = Simulation(hours: 12)
        let connect = ScriptedConnect(time)
        let apps = targets(20)
        let poller = time.poller({ apps }, connect: [connect.source])
        time.at(3_600) { connect.fail(SourceError(.credentials, detail: "NOT_AUTHORIZED")) }
        time.at(6 * hour) { connect.answer { _ in ConnectListing(builds: [], versions: []) } }
        await poller.run()
        #expect(
            time.reports == [
                .keyFailed(keyID: "KEY1", detail: "NOT_AUTHORIZED"), .keyRecovered(keyID: "KEY1"),
            ])
        let refused = connect.times.filter { $0 > 3_600 && $0 < 6 * hour }
        #expect(refused.count <= 10, "of 20 apps, in five hours")
        #expect(poller.keyStates.first?.condition == .working)
        let after = connect.times.filter { $0 >= 6 * hour && $0 <= 7.3 * hour }
        #expect(after.count >= 20, "all apps are listed again")
    }

    @Test func `one sporadic rejection of the key is not reported`() async {
        let time = Simulation(hours: 2)
        let connect = ScriptedConnect(time)
        let poller = time.poller({ [.sample([])] }, connect: [connect.source])
        connect.answer { _ throws(SourceError) in
            if (1_000...1_400).contains(time.elapsed) { throw SourceError(.credentials, detail: "NOT_AUTHORIZED") }
            return ConnectListing(builds: [], versions: [])
        }
        await poller.run()
        #expect(time.reports == [])
        #expect(poller.keyStates.first?.condition == .working)
        #expect(poller.status(of: "hashtags").first?.problem == nil)
    }

    @Test func `a missing agreement is reported once and retried hourly`() async {
        let time = Simulation(hours: 5)
        let connect = ScriptedConnect(time)
        connect.fail(SourceError(.agreements, detail: "an agreement has to be accepted"))
        let poller = time.poller({ [.sample([])] }, connect: [connect.source])
        await poller.run()
        #expect(poller.keyStates.first?.condition == .agreementsMissing(since: t0))
        #expect(time.reports == [.agreementsMissing(keyID: "KEY1", detail: "an agreement has to be accepted")])
        #expect(connect.calls.count == 6, "hourly")
    }

    @Test func `an app that the key may not see does not affect other apps`() async {
        let time = Simulation(hours: 3)
        let connect = ScriptedConnect(time)
        connect.answer { target throws(SourceError) in
            if target.slug == "app-1" { throw SourceError(.forbidden, detail: "FORBIDDEN_ERROR") }
            return ConnectListing(builds: [], versions: [])
        }
        let apps = targets(3)
        let poller = time.poller({ apps }, connect: [connect.source])
        await poller.run()
        let counts = Dictionary(grouping: connect.calls, by: \.slug).mapValues(\.count)
        #expect(counts["app-1"] ?? 0 <= 4)
        #expect(counts["app-0"] ?? 0 >= 30 && counts["app-2"] ?? 0 >= 30)
        #expect(poller.status(of: "app-1").first?.problem == "FORBIDDEN_ERROR")
        #expect(poller.keyStates.first?.condition == .working)
        #expect(time.reports == [.sourceFailed(app: "app-1", source: .connect, detail: "FORBIDDEN_ERROR")])
    }

    @Test func `a failed key does not affect other keys`() async {
        let time = Simulation(hours: 2)
        let good = ScriptedConnect(time, keyID: "GOOD")
        let bad = ScriptedConnect(time, keyID: "BAD")
        bad.fail(SourceError(.credentials, detail: "NOT_AUTHORIZED"))
        var apps = targets(2)
        apps[1].keyID = "BAD"
        let poller = time.poller({ [apps] in apps }, connect: [good.source, bad.source])
        await poller.run()
        #expect(poller.keyStates.map(\.keyID) == ["GOOD", "BAD"])
        #expect(poller.keyStates.map(\.condition) == [.working, .failed(since: t0)])
        #expect(good.calls.count >= 20 && bad.calls.count <= 5)
    }

    @Test func `a rate limit pauses the key for all its apps`() async {
        let time = Simulation(hours: 1)
        let connect = ScriptedConnect(time)
        connect.fail(SourceError(.rateLimited, detail: "RATE_LIMIT_EXCEEDED", retryAfter: .seconds(900)))
        let apps = targets(50)
        let poller = time.poller({ apps }, connect: [connect.source])
        await poller.run()
        #expect(connect.calls.count <= 16)
        #expect(time.reports == [])
    }
}
