import AirworthyPolicy
import AppStoreConnect
import Foundation
import OutgoingHTTP
import ServerSupport
import Synchronization

@testable import ReleaseCatalog
@testable import ReleaseSources

/// A simulation in which time passes only while the poller is idle, so that a day takes no longer than its work.
final class Simulation: Sendable {
    struct Over: Error {}

    private struct State {
        var now: Date
        var end: Date
        var events: [(at: Date, run: @Sendable () -> Void)] = []
        var poller: CatalogPoller?
        var reports: [CatalogPoller.Event] = []
    }

    private let state: Mutex<State>

    init(hours: Double = 24) { state = Mutex(State(now: t0, end: t0.addingTimeInterval(hours * hour))) }

    var now: Date { state.withLock { $0.now } }
    var elapsed: TimeInterval { now.timeIntervalSince(t0) }
    var reports: [CatalogPoller.Event] { state.withLock { $0.reports } }

    /// Sets the clock.
    func set(_ date: Date) { state.withLock { $0.now = date } }

    /// Runs a closure at a time.
    func at(_ seconds: TimeInterval, _ run: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.events.append((t0.addingTimeInterval(seconds), run))
            state.events.sort { $0.at < $1.at }
        }
    }

    /// Returns a poller that uses the simulated time.
    func poller(
        _ targets: @escaping @Sendable () -> [AppTarget], connect: [ConnectSource] = [], lookup: LookupClient? = nil,
        settings: PollingSettings = PollingSettings(), seed: UInt64 = 1,
        deliver: @escaping CatalogPoller.Deliver = { _, _, _ in }
    ) -> CatalogPoller {
        let random = Mutex(Seeded(seed))
        let poller = CatalogPoller(
            targets: { targets() }, connect: connect, lookup: lookup, deliver: deliver, settings: settings,
            now: { self.now }, sleep: { try await self.sleep($0) },
            random: { range in random.withLock { Double.random(in: range, using: &$0) } },
            report: { event in self.state.withLock { $0.reports.append(event) } })
        state.withLock { $0.poller = poller }
        return poller
    }

    private func sleep(_ duration: Duration) async throws {
        let poller = state.withLock { $0.poller }
        let wake = now + duration
        var yields = 0
        while poller?.isIdle == false {
            try Task.checkCancellation()
            // Real answers take a while: yielding alone would keep the cores from the tasks that produce them.
            yields += 1
            if yields % 64 == 0 { try await Task.sleep(for: .microseconds(200)) } else { await Task.yield() }
        }
        try Task.checkCancellation()
        let event: (@Sendable () -> Void)? = try state.withLock { state in
            if let first = state.events.first, first.at <= wake {
                state.events.removeFirst()
                state.now = max(state.now, first.at)
                return first.run
            }
            guard state.now < state.end else { throw Over() }
            state.now = min(wake, state.end)
            return nil
        }
        event?()
    }
}

/// A scripted App Store Connect.
final class ScriptedConnect: Sendable {
    struct Call: Sendable {
        let slug: String
        let at: TimeInterval
        let purpose: CallBudget.Purpose
    }

    private struct State {
        var calls: [Call] = []
        var answer: @Sendable (AppTarget) throws(SourceError) -> ConnectListing
        var cost = 2
        var allowed = 1_800
    }

    private let state: Mutex<State>
    private let time: Simulation
    let keyID: String

    init(_ time: Simulation, keyID: String = "KEY1", cost: Int = 2) {
        self.time = time
        self.keyID = keyID
        state = Mutex(
            State(
                answer: { _ throws(SourceError) in
                    ConnectListing(builds: [build("310")], versions: [store("2.0", build: "310")])
                }, cost: cost))
    }

    func answer(_ answer: @escaping @Sendable (AppTarget) throws(SourceError) -> ConnectListing) {
        state.withLock { $0.answer = answer }
    }

    func fail(_ problem: SourceError) { answer { _ throws(SourceError) in throw problem } }

    var calls: [Call] { state.withLock { $0.calls } }
    var times: [TimeInterval] { calls.map(\.at) }

    var source: ConnectSource {
        ConnectSource(
            keyID: keyID,
            listing: { target, _, purpose throws(SourceError) in
                let (answer, cost) = self.state.withLock { state in
                    state.calls.append(Call(slug: target.slug, at: self.time.elapsed, purpose: purpose))
                    return (state.answer, state.cost)
                }
                return ConnectSource.Answer(listing: try answer(target), calls: cost)
            }, allowedPerHour: { self.state.withLock { $0.allowed } })
    }
}

/// A scripted lookup behind the real client.
final class ScriptedLookup: Sendable {
    struct Call: Sendable {
        let ids: Int
        let country: String
        let at: TimeInterval
        let url: String
    }

    typealias Answer = @Sendable (Call) throws(HTTPTransport.Failure) -> HTTPTransport.Response

    private struct State {
        var calls: [Call] = []
        var answer: Answer
    }

    private let state: Mutex<State>
    private let time: Simulation

    init(_ time: Simulation, _ answer: @escaping Answer = { _ in ScriptedLookup.shown("2.0") }) {
        self.time = time
        state = Mutex(State(answer: answer))
    }

    var calls: [Call] { state.withLock { $0.calls } }

    func answer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

    var client: LookupClient {
        let time = time
        return LookupClient(
            transport: HTTPTransport { request throws(HTTPTransport.Failure) in
                let query = request.url.split(separator: "?").last?.split(separator: "&") ?? []
                func value(_ name: String) -> String {
                    query.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
                }
                let call = Call(
                    ids: value("id").split(separator: ",").count, country: value("country"), at: time.elapsed,
                    url: request.url)
                let answer = self.state.withLock { state in
                    state.calls.append(call)
                    return state.answer
                }
                return try answer(call)
            }, now: { time.now })
    }

    static let nothing = HTTPTransport.Response(
        status: 200, body: Array("\n\n{\n \"resultCount\":0,\n \"results\": []\n}\n\n".utf8))

    static func shown(
        _ version: String, bundleID: String = "com.example.hashtags", kind: String = "software"
    ) -> HTTPTransport.Response {
        HTTPTransport.Response(
            status: 200, headers: [("Content-Type", "text/javascript; charset=utf-8")],
            body: Array(
                """


                {"resultCount":1, "results": [{"trackId": 6504763618, "bundleId": "\(bundleID)", "kind": "\(kind)",
                  "version": "\(version)", "minimumOsVersion": "16.0",
                  "currentVersionReleaseDate": "2026-11-18T00:00:00Z",
                  "trackViewUrl": "https://apps.apple.com/jp/app/x/id6504763618?uo=4"}]}
                """.utf8))
    }
}

/// A store of release data, like that of a server.
final class Notebook: Sendable {
    struct Full: Error, CustomStringConvertible {
        var description: String { "the database is locked" }
    }

    private struct State {
        var data: [String: ReleaseData] = [:]
        var isFull = false
        var deliveries = 0
    }

    private let state = Mutex(State())

    var deliveries: Int { state.withLock { $0.deliveries } }
    func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

    func data(_ slug: String = "hashtags") -> ReleaseData {
        state.withLock { $0.data[slug] ?? ReleaseData(app: slug) }
    }

    var deliver: CatalogPoller.Deliver {
        { target, observation, date in
            let slug = target.slug
            try self.state.withLock { state in
                state.deliveries += 1
                if state.isFull { throw Full() }
                var data = state.data[slug] ?? ReleaseData(app: slug)
                _ = data.update(with: observation, at: date, by: "airworthy")
                state.data[slug] = data
            }
        }
    }
}
