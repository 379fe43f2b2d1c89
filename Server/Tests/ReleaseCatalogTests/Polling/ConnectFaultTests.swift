import AirworthyPolicy
import AppStoreConnect
import AppStoreSimulator
import Foundation
import OutgoingHTTP
import ServerSupport
import Synchronization
import Testing

@testable import ReleaseCatalog
@testable import ReleaseSources

/// Tests of the poller with the real clients and the simulator, through each of its faults, in simulated time.
@Suite(.timeLimit(.minutes(5)), .serialized) struct ConnectFaultTests {
    /// The causes of requests to Apple during a fault.
    enum Operation: String, CaseIterable {
        case schedule, hint, sync
    }

    struct Case: CustomTestStringConvertible {
        var fault: AppStoreSimulator.Fault.Kind
        var operation: Operation
        var testDescription: String { "\(fault) × \(operation)" }

        static let all: [Case] = AppStoreSimulator.Fault.Kind.allCases
            // Latency and stale answers are not failures, and these listings have one page only.
            .filter { ![.latency, .foreignNext, .stale].contains($0) }
            .flatMap { fault in Operation.allCases.map { Case(fault: fault, operation: $0) } }
    }

    /// Runs a poller with the simulator, after a plan of faults and events.
    private func run(
        _ time: Simulation, _ target: AppTarget, _ notebook: Notebook, fault: AppStoreSimulator.Fault.Kind?,
        _ plan: (AppStoreSimulator, CatalogPoller) -> Void
    ) async throws -> CatalogPoller {
        let key = AppStoreSimulator.ConnectKey()
        let simulator = AppStoreSimulator(key: key, now: { time.now })
        return try await simulator.serving { url in
            // New connections for each case: a fault may have broken the old ones.
            let connection = HTTPTransport.asyncHTTPClient(timeout: .seconds(10))
            let transport = fault == .timeout ? Self.impatient(connection.transport, simulator) : connection.transport
            let budget = CallBudget(now: { time.now })
            let client = try AppStoreConnectClient(
                key: APIKey(pem: #require(key.privateKeyPEM), keyID: key.id, issuerID: key.issuerID), baseURL: url,
                transport: transport, budget: budget, now: { time.now }, sleep: { _ in }, random: { 0.5 })
            var settings = PollingSettings()
            settings.connectInterval = .seconds(600)
            settings.targetsInterval = .seconds(120)
            let poller = time.poller(
                { [target] }, connect: [ConnectSource(client, budget: budget)],
                lookup: LookupClient(baseURL: url, transport: transport, now: { time.now }), settings: settings,
                deliver: notebook.deliver)
            plan(simulator, poller)
            await poller.run()
            await connection.close()
            return poller
        }
    }

    private static let target = AppTarget(
        slug: "hashtags", bundleID: "com.example.hashtags", appleID: 6_504_763_618, platforms: [.ios, .macos],
        storefronts: [jp])

    /// The state during the fault.
    private struct Scene {
        var calls = 0
        var data = ReleaseData(app: "hashtags")
        var statuses: [SourceStatus] = []
    }

    @Test(arguments: Case.all)
    func `during a fault the last good catalog stays with its age, calls are bounded, and polling recovers`(_ row: Case)
        async throws
    {
        let time = Simulation(hours: 1.4 + row.fault.recovery)
        let notebook = Notebook()
        let scene = Mutex(Scene())
        let poller = try await run(time, Self.target, notebook, fault: row.fault) { simulator, poller in
            time.at(660) {
                scene.withLock { $0.calls = simulator.requestCount() }
                simulator.add(AppStoreSimulator.Fault(row.fault))
                simulator.upload()
            }
            for minute in stride(from: 12, to: 24, by: 2) {
                time.at(Double(minute) * 60) { row.operation.perform(poller) }
            }
            time.at(4_800) {
                scene.withLock { scene in
                    scene.calls = simulator.requestCount() - scene.calls
                    scene.data = notebook.data()
                    scene.statuses = poller.status(of: "hashtags")
                }
                simulator.clearFaults()
            }
        }
        let seen = scene.withLock { $0 }
        let affected = seen.statuses.filter { $0.source == .connect || !row.fault.isConnects }
        let then = t0.addingTimeInterval(4_800)
        #expect(affected.allSatisfy { $0.problem != nil && $0.isStale(at: then) }, "\(affected)")
        let before = seen.data.merged(for: Self.target, at: t0.addingTimeInterval(650))
        let during = seen.data.merged(for: Self.target, at: then)
        #expect(during.bytes == before.bytes && during.builds == before.builds)
        #expect(during.newestBuild(for: .internal, platform: .ios, at: then)?.number == number("323"))
        #expect(during.newestBuild(for: .external, platform: .ios, at: then)?.number == number("321"))
        #expect(during.onSale(in: jp) == "2.2.1")
        #expect((during.asOf ?? then) <= t0.addingTimeInterval(660))
        #expect(during.isStale(at: then, statuses: seen.statuses))
        #expect(seen.calls <= 300, "in 70 minutes, with six hints or orders and four attempts for each")

        let after = notebook.data().merged(for: Self.target, at: time.now)
        #expect(after.newestBuild(for: .internal, platform: .ios, at: time.now)?.number == number("400"))
        #expect(poller.keyStates.first?.condition == .working)
        #expect(poller.status(of: "hashtags").allSatisfy { $0.problem == nil })
        let events = time.reports.map { "\($0)".prefix { $0 != "(" } }
        #expect(Set(events).isSubset(of: Self.expected), "\(events)")
        #expect(events.count <= 4, "each problem is reported once, and once that it is over: \(events)")
    }

    @Test(arguments: Case.all.filter { $0.operation == .schedule })
    func `a start during a fault stores nothing wrong, however many requests come in`(_ row: Case) async throws {
        let time = Simulation(hours: 1 + row.fault.recovery)
        let notebook = Notebook()
        let scene = Mutex(Scene())
        _ = try await run(time, Self.target, notebook, fault: row.fault) { simulator, poller in
            simulator.add(AppStoreSimulator.Fault(row.fault))
            for minute in 1..<60 {
                time.at(Double(minute) * 60) { for _ in 0..<100 { poller.requestSync("hashtags") } }
            }
            time.at(3_500) {
                scene.withLock { scene in
                    scene.calls = simulator.requestCount()
                    scene.data = notebook.data()
                }
                simulator.clearFaults()
            }
        }
        let seen = scene.withLock { $0 }
        let merged = seen.data.merged(for: Self.target, at: t0.addingTimeInterval(3_500))
        #expect(!merged.isLearnt(for: .testflight(.external)), "unknown is not the same as no build")
        #expect(merged.isLearnt() == row.fault.isConnects)
        #expect(seen.calls <= 500, "in an hour")
        let after = notebook.data().merged(for: Self.target, at: time.now)
        #expect(after.isLearnt(for: .testflight(.external)) && after.onSale(in: jp) == "2.2.1")
    }

    private static let expected: Set<Substring> = [
        "keyFailed", "keyRecovered", "agreementsMissing", "sourceFailed", "sourceRecovered",
    ]

    /// Returns a transport that times out at once during a fault, to save real time.
    private static func impatient(_ transport: HTTPTransport, _ simulator: AppStoreSimulator) -> HTTPTransport {
        HTTPTransport { request throws(HTTPTransport.Failure) in
            if simulator.hasFaults { throw .timedOut }
            return try await transport.send(request)
        }
    }

    @Test func `the simulator's data is merged as intended`() async throws {
        let time = Simulation(hours: 0.02)
        let notebook = Notebook()
        // The Apple ID is learnt from App Store Connect.
        let target = AppTarget(
            slug: "hashtags", bundleID: "com.example.hashtags", platforms: [.ios, .macos], storefronts: [jp, us])
        let poller = try await run(time, target, notebook, fault: nil) { _, _ in }
        #expect(poller.connect.values.first?.clockOffset().map { abs($0.seconds) < 2 } == true)
        let merged = notebook.data().merged(for: target, at: time.now)
        #expect(merged.sources.map(\.source) == [.connect, .lookup(jp), .lookup(us)])
        #expect(merged.onSale(in: jp) == "2.2.1" && merged.onSale(in: us) == "2.2.1")
        let release = try #require(merged.release("2.2.1"))
        #expect(release.build == number("310") && release.minimumOS == version("16.0"))
        #expect(merged.offer("2.2.1", on: .appstore)?.url == "https://apps.apple.com/app/id6504763618")
        #expect(merged.offer("2.2.1", on: .appstore)?.notes?.texts["ja"] == "タグが失われる問題を修正しました。")
        let found = try #require(merged.builds(matching: "322", platform: .ios)?.builds.first)
        #expect(found.audiences(at: time.now) == [.internal])
        #expect(found.groups.map(\.name) == ["team"])
        #expect(merged.release("2.3.0", build: "322")?.offers.last?.state == .inReview)
        #expect(merged.newestBuild(for: .internal, platform: .macos, at: time.now)?.number == number("322"))
        #expect(merged.newestBuild(for: .external, platform: .macos, at: time.now) == nil)
    }
}

extension AppStoreSimulator.Fault.Kind {
    /// The most hours until every source is asked again: one for keys and rejected apps, half of one for the lookup's
    /// limit, and the next round for everything else.
    fileprivate var recovery: Double {
        isConnects || self == .rateLimited || self == .emptyForbidden ? 1 : 0.3
    }

    /// Whether the fault affects App Store Connect only.
    fileprivate var isConnects: Bool { [.unauthorized, .revoked, .agreements, .forbidden].contains(self) }
}

extension AppStoreSimulator {
    fileprivate func upload() {
        let body = #"{"app": "6504763618", "version": "2.4.0", "build": "400", "groups": ["team"]}"#
        #expect(throws: Never.self) { try control("upload", body: body) }
    }

    fileprivate var hasFaults: Bool { (try? control("faults/list").contains("kind")) ?? false }
}

extension ConnectFaultTests.Operation {
    fileprivate func perform(_ poller: CatalogPoller) {
        switch self {
        case .schedule: break
        case .hint: poller.hint(Hint(.build("none"), state: "IN_BETA_TESTING"), for: "hashtags")
        case .sync: Task { _ = await poller.sync("hashtags") }
        }
    }
}
