import Foundation
import Synchronization

/// A response with the way it is sent.
struct PlannedResponse: Sendable {
    enum Delivery: Hashable, Sendable {
        case whole
        /// Half of the body, then the connection is closed.
        case half
        case reset
        /// No response, then the connection is closed.
        case never
    }

    var response: SimulatorResponse
    var delivery = Delivery.whole
    /// The seconds before the delivery begins.
    var delay = 0.0
    var fault: String?
    var keyID: String?
}

struct SimulatorState: Sendable {
    var world: World
    var faults: [AppStoreSimulator.Fault]
    /// The seconds that the simulator's clock is ahead of real time.
    var clock: Double
    /// The same for the `Date` header and the check of tokens.
    var dateHeader: Double
    var limits: [String: RequestCount] = [:]
    var lookups = RequestCount()
    var counts: [String: Int] = [:]
    /// The seconds before an event is delivered.
    var deliveryDelay = 0.0

    init(_ file: ScenarioFile, at now: Date) {
        world = World(file, start: now)
        faults = file.faults
        clock = file.clock
        dateHeader = file.dateHeader ?? file.clock
    }
}

/// Computes every response. It never waits.
final class SimulatorEngine: Sendable {
    let observe: (@Sendable (AppStoreSimulator.Exchange) -> Void)?
    /// The signed events that the webhook sender has to deliver.
    let outgoing: AsyncStream<SignedDelivery>
    private let scenario: AppStoreSimulator.Scenario
    private let keys: [AppStoreSimulator.ConnectKey]
    private let sender: AsyncStream<SignedDelivery>.Continuation
    private let clock: @Sendable () -> Date
    /// The fixed start of the scenario; `nil` for the time of the start or the reset.
    private let began: Date?
    private let state: Mutex<SimulatorState>

    init(
        scenario: AppStoreSimulator.Scenario, keys: [AppStoreSimulator.ConnectKey], began: Date? = nil,
        now: @escaping @Sendable () -> Date, observe: (@Sendable (AppStoreSimulator.Exchange) -> Void)?
    ) {
        self.scenario = scenario
        self.keys = keys
        self.observe = observe
        clock = now
        self.began = began
        (outgoing, sender) = AsyncStream.makeStream()
        state = Mutex(SimulatorState(scenario.file, at: began ?? now()))
    }

    /// Sets the world's clock, runs `body`, and passes the resulting events to the webhook sender.
    func withState<R: Sendable, E: Error>(_ body: (inout SimulatorState) throws(E) -> R) throws(E) -> R {
        let now = clock()
        return try state.withLock { state throws(E) in
            state.world.now = now.addingTimeInterval(state.clock)
            let result = try body(&state)
            for delivery in state.world.outbox {
                guard let signed = SignedDelivery(delivery, in: state.world, delay: state.deliveryDelay) else {
                    continue
                }
                sender.yield(signed)
            }
            state.world.outbox = []
            return result
        }
    }

    // MARK: Requests

    func respond(to request: SimulatorRequest) -> PlannedResponse {
        let now = clock()
        return withState { state in
            var plan = plan(for: request, state: &state)
            let date = now.addingTimeInterval(state.dateHeader)
            plan.response.fields.append(("Date", DateForm.header(date)))
            return plan
        }
    }

    private func plan(for request: SimulatorRequest, state: inout SimulatorState) -> PlannedResponse {
        if request.path.hasPrefix("/_simulator") {
            return PlannedResponse(response: controlResponse(to: request, state: &state))
        }
        state.counts[request.path, default: 0] += 1
        var plan = PlannedResponse(response: SimulatorResponse(status: 404, type: nil))
        let fault = Self.takeFault(for: request.path, from: &state, plan: &plan)
        if let replacement = fault?.response(for: request, hourLimit: scenario.file.limits.hour) {
            plan.response = replacement
        } else if let country = LookupAPI.country(of: request.path) {
            let lookup = LookupAPI(request: request, pathCountry: country, isStale: fault?.kind == .stale)
            plan.response = response(to: lookup, state: &state)
        } else {
            (plan.response, plan.keyID) = connectResponse(to: request, state: &state)
        }
        fault?.modify(&plan)
        return plan
    }

    /// Counts the request against its faults. Latency combines with the latest of the other faults.
    private static func takeFault(
        for path: String, from state: inout SimulatorState, plan: inout PlannedResponse
    ) -> AppStoreSimulator.Fault? {
        var fault: AppStoreSimulator.Fault?
        for index in state.faults.indices.reversed() where state.faults[index].affects(path) {
            let found = state.faults[index]
            if found.kind == .latency {
                plan.delay = max(plan.delay, found.seconds ?? 1)
            } else if fault == nil {
                fault = found
            } else {
                continue
            }
            state.faults[index].requests = found.requests.map { $0 - 1 }
            plan.fault = [plan.fault, found.kind.rawValue].compactMap(\.self).joined(separator: " ")
        }
        state.faults.removeAll { $0.requests == 0 }
        return fault
    }

    private func response(to lookup: LookupAPI, state: inout SimulatorState) -> SimulatorResponse {
        let now = clock()
        state.lookups.add(at: now)
        if let limit = scenario.file.limits.lookups, state.lookups.count(in: 60, at: now) > limit {
            return .emptyForbidden
        }
        return lookup.response(from: &state.world)
    }

    private func connectResponse(
        to request: SimulatorRequest, state: inout SimulatorState
    ) -> (SimulatorResponse, keyID: String?) {
        let now = clock()
        let errorID = UUID().uuidString.lowercased()
        guard let key = TokenVerifier.key(for: request, keys: keys, at: now.addingTimeInterval(state.dateHeader)) else {
            return (ConnectError.unauthorized.response(id: errorID), keyID: nil)
        }
        let limits = scenario.file.limits
        state.limits[key.id, default: RequestCount()].add(at: now)
        let used = state.limits[key.id]?.count(in: 3600, at: now) ?? 0
        let usedInMinute = limits.minute == nil ? 0 : state.limits[key.id]?.count(in: 60, at: now) ?? 0
        var header = "user-hour-lim:\(limits.hour);user-hour-rem:\(max(0, limits.hour - used));"
        if let minute = limits.minute {
            header += "user-minute-lim:\(minute);user-minute-rem:\(max(0, minute - usedInMinute));"
        }
        var response: SimulatorResponse
        do throws(ConnectError) {
            guard used <= limits.hour, usedInMinute <= limits.minute ?? .max else { throw .rateLimited }
            response = try ConnectAPI(request: request, page: limits.page).response(from: &state.world)
        } catch {
            response = error.response(id: errorID)
        }
        response.fields.append(("X-Rate-Limit", header))
        return (response, keyID: key.id)
    }

    // MARK: Control

    func control(_ action: String, body: String) throws(ControlError) -> String {
        let json = try JSON(text: body)
        return try withState { state throws(ControlError) in
            try perform(action, body: json, state: &state).text()
        }
    }

    private func perform(
        _ action: String, body: JSON, state: inout SimulatorState
    ) throws(ControlError) -> JSON {
        var request = ControlRequest(
            fields: try FieldReader(body, at: ""), state: state, scenario: scenario, began: began, now: clock())
        let result = try ControlAPI.perform(action, &request)
        state = request.state
        return result
    }

    private func controlResponse(to request: SimulatorRequest, state: inout SimulatorState) -> SimulatorResponse {
        guard request.mayControl else {
            return .line(
                ["error": "web pages, and names of other machines, may not control the simulator"], status: 403)
        }
        let path = request.path.dropFirst("/_simulator".count).drop { $0 == "/" }
        do throws(ControlError) {
            let action = try ControlAPI.action(String(path), method: request.method)
            let json = request.body.isEmpty ? JSON.object([:]) : try JSON(bytes: request.body)
            return .line(try perform(action, body: json, state: &state))
        } catch {
            return .line(["error": .string(error.description)], status: error.isUnknownAction ? 404 : 422)
        }
    }

    func reset() { withState { $0 = SimulatorState(scenario.file, at: began ?? clock()) } }

    // MARK: Deliveries

    func recordDelivery(_ id: String, status: Int?, body: String?, error: String?) {
        withState { state in
            guard let index = state.world.deliveries.firstIndex(where: { $0.id == id }) else { return }
            state.world.deliveries[index].sent = state.world.moment
            state.world.deliveries[index].status = status
            state.world.deliveries[index].body = body
            state.world.deliveries[index].error = error
            let isSuccess = (200..<300).contains(status ?? 0)
            state.world.deliveries[index].state = isSuccess ? "SUCCEEDED" : "FAILED"
        }
    }
}
