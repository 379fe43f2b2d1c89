import AirworthyPolicy
import Foundation
import ServerSupport
import Testing

@testable import ReleaseCatalog
@testable import ReleaseSources

/// Tests of the calls of a day. Devices never ask Apple, so their number does not matter. The day of 1,000 apps is a minute of
/// computing, and several when other suites run beside it.
@Suite(.timeLimit(.minutes(10))) struct CostTests {
    struct Load: CustomTestStringConvertible {
        var apps: Int
        var storefronts: Int
        var cost: Int
        /// The most calls per app and hour; `nil` for very many apps, which share the limit of the key.
        var perApp: Double?
        var testDescription: String { "\(apps) apps, \(storefronts) countries, \(cost) calls a listing" }
    }

    @Test(arguments: [
        Load(apps: 1, storefronts: 2, cost: 2, perApp: 30), Load(apps: 10, storefronts: 2, cost: 2, perApp: 30),
        Load(apps: 10, storefronts: 2, cost: 5, perApp: 30), Load(apps: 1_000, storefronts: 2, cost: 2, perApp: nil),
    ])
    func `a day of default settings stays within its budgets`(_ load: Load) async throws {
        let time = Simulation()
        let connect = ScriptedConnect(time, cost: load.cost)
        let lookup = ScriptedLookup(time) { _ in ScriptedLookup.nothing }
        let storefronts = [jp, us].prefix(load.storefronts)
        let targets = (0..<load.apps).map { index in
            AppTarget(
                slug: "app-\(index)", bundleID: "com.example.app\(index)", appleID: 1_000 + index,
                storefronts: Array(storefronts))
        }
        var settings = PollingSettings()
        settings.targetsInterval = .seconds(600)
        let poller = time.poller({ targets }, connect: [connect.source], lookup: lookup.client, settings: settings)
        await poller.run()

        let calls = connect.calls.count * load.cost
        let busiest = mostInAnHour(connect.times) * load.cost
        let perApp = Double(calls) / 24 / Double(load.apps)
        let rounds = Dictionary(grouping: lookup.calls, by: \.country).mapValues(\.count)
        let perStorefront = (rounds.values.map(Double.init).max() ?? 0) / 24
        let batches = (Double(load.apps) / 100).rounded(.up)
        let interval = try #require(poller.status(of: "app-0").first { $0.source == .connect }).interval.seconds
        print(
            """
            cost of \(load.testDescription): \(Figure(perApp)) App Store Connect calls per app and hour, at most \(busiest) per key in an \
            hour (budget 1800), interval \(Int(interval)) s; \(Figure(perStorefront)) lookups per country and hour \
            (\(Figure(perStorefront / batches)) per app), at most \(mostInAnHour(lookup.calls.map(\.at), 60)) in a minute
            """)
        #expect(Set(connect.calls.map(\.slug)).count == load.apps, "every app is listed")
        #expect(busiest <= 1_800)
        if let most = load.perApp { #expect(perApp <= most) }
        #expect(perStorefront / batches <= 4.2)
        #expect(mostInAnHour(lookup.calls.map(\.at), 60) <= 15)
        // No app is forgotten: between two listings of an app there are never two of its intervals.
        for (_, calls) in Dictionary(grouping: connect.calls, by: \.slug) {
            let gaps = zip(calls, calls.dropFirst()).map { $1.at - $0.at }
            #expect((gaps.max() ?? 0) < 2 * interval)
        }
    }

    @Test func `a smaller limit of the key extends the interval at once`() async {
        let time = Simulation(hours: 3)
        let connect = ScriptedConnect(time)
        let source = ConnectSource(keyID: "KEY1", listing: connect.source.listing, allowedPerHour: { 20 })
        let poller = time.poller({ [.sample([])] }, connect: [source])
        await poller.run()
        #expect(mostInAnHour(connect.times) * 2 <= 20)
        #expect(connect.calls.count >= 10)
    }

    private func mostInAnHour(_ times: [TimeInterval], _ span: TimeInterval = 3_600) -> Int {
        let times = times.sorted()
        var most = 0
        var first = 0
        for last in times.indices {
            while times[last] - times[first] >= span { first += 1 }
            most = max(most, last - first + 1)
        }
        return most
    }

    /// A number with one digit after the point.
    private struct Figure: CustomStringConvertible {
        let description: String
        init(_ value: Double) { description = "\((value * 10).rounded() / 10)" }
    }
}
