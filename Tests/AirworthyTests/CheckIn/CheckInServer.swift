import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation

/// A server that serves one manifest and counts check-ins as the real one does.
final class CheckInServer: Sendable {
    /// The fate of a check-in.
    enum Fate: CaseIterable {
        case accepted
        /// The server counts it, and its answer gets lost.
        case lost
        /// The server does not count it.
        case failed, busy, unreachable
    }

    /// A check-in that arrived.
    struct Arrival: Sendable {
        let body: JSONValue
        let bytes: Int
        let day: LocalDay
        let fate: Fate
        let request: TransportRequest

        /// The version with its build.
        var installed: [String?] { [body["now"]?["version"]?.stringValue, body["now"]?["build"]?.stringValue] }
    }

    private struct State {
        var fate = Fate.accepted
        var arrivals: [Arrival] = []
        var pause: Signal?
    }

    private let state = Locked(State())
    private let world: FakeWorld

    init(in world: FakeWorld, policy: JSONValue = Samples.block) throws {
        self.world = world
        try publish(policy)
    }

    /// Serves another policy.
    func publish(_ policy: JSONValue, revision: Int = 7) throws {
        let manifest = try Samples.signed(policy, revision: revision, expiresAt: nil)
        world.serve(manifest, at: Samples.host)
        let files = world.answer(of: Samples.host)
        world.answer(Samples.host) { request in
            guard request.url.lastPathComponent == "check-ins" else {
                guard let files else { throw URLError(.cannotFindHost) }
                return try await files(request)
            }
            return try await self.answer(request)
        }
    }

    private func answer(_ request: TransportRequest) async throws -> TransportResponse {
        let day = LocalDay(utc: world.now)
        let body = request.body ?? []
        let pause = state.withLock { state -> Signal? in
            state.arrivals.append(
                Arrival(
                    body: (try? JSONReader.read(body).jsonValue) ?? .null, bytes: body.count, day: day,
                    fate: state.fate,
                    request: request))
            return state.pause
        }
        if let pause { await pause.wait(after: 0) }
        switch fate {
        case .accepted:
            return TransportResponse(
                url: request.url, status: 202, body: Array(#"{"schema":1,"day":"\#(day.text)"}"#.utf8))
        case .failed: return TransportResponse(url: request.url, status: 500)
        case .busy: return TransportResponse(url: request.url, status: 429, headers: ["Retry-After": "1"])
        case .lost, .unreachable: throw URLError(.networkConnectionLost)
        }
    }

    /// The fate of the next check-ins.
    var fate: Fate {
        get { state.withLock { $0.fate } }
        set { state.withLock { $0.fate = newValue } }
    }

    /// Makes the server answer check-ins only after a signal.
    func pause() -> Signal {
        let pause = Signal()
        state.withLock { $0.pause = pause }
        return pause
    }

    var arrivals: [Arrival] { state.withLock { $0.arrivals } }
    /// The check-ins that the server has counted.
    var counted: [Arrival] { arrivals.filter { $0.fate == .accepted || $0.fate == .lost } }
}
