import Foundation
import Synchronization

/// What is to be done with a request.
struct Outcome: Sendable {
    enum Delivery: Hashable, Sendable {
        case whole
        /// Half of the body, then the connection is closed.
        case half
        /// The connection is reset.
        case reset
        /// Nothing.
        case never
    }

    var reply: Reply
    var delivery = Delivery.whole
    /// Seconds before anything happens.
    var delay = 0.0
    var fault: String?
    var keyID: String?
}

/// Everything that changes.
struct SimulatorState: Sendable {
    var world: World
    var faults: [AppStoreSimulator.Fault]
    /// How many seconds the world is ahead of real time.
    var clock: Double
    /// The same for what callers see of the clock, and what tokens are checked with.
    var dateHeader: Double
    var limits: [String: RateLimit] = [:]
    var lookups = RateLimit()
    /// How many requests there were, by path.
    var counts: [String: Int] = [:]
    /// Seconds that an event takes to be delivered.
    var deliveryDelay = 0.0

    init(_ file: ScenarioFile, at now: Date) {
        world = World(file, start: now)
        faults = file.faults
        clock = file.clock
        dateHeader = file.dateHeader ?? file.clock
    }
}

/// Decides every answer. Nothing in here waits.
final class Engine: Sendable {
    let scenario: AppStoreSimulator.Scenario
    let keys: [AppStoreSimulator.Key]
    let observe: (@Sendable (AppStoreSimulator.Exchange) -> Void)?
    /// Events on their way to those who want them.
    let outgoing: AsyncStream<Parcel>
    private let sender: AsyncStream<Parcel>.Continuation
    private let clock: @Sendable () -> Date
    /// When the scenario began, where that is not now.
    private let began: Date?
    private let state: Mutex<SimulatorState>

    init(
        scenario: AppStoreSimulator.Scenario, keys: [AppStoreSimulator.Key], began: Date? = nil,
        now: @escaping @Sendable () -> Date,
        observe: (@Sendable (AppStoreSimulator.Exchange) -> Void)?
    ) {
        self.scenario = scenario
        self.keys = keys
        self.observe = observe
        clock = now
        self.began = began
        (outgoing, sender) = AsyncStream.makeStream()
        state = Mutex(SimulatorState(scenario.file, at: began ?? now()))
    }

    /// Does something with the world as it is now, and sends what that made worth telling.
    private func withState<R: Sendable, E: Error>(_ body: (inout SimulatorState) throws(E) -> R) throws(E) -> R {
        let now = clock()
        return try state.withLock { state throws(E) in
            state.world.now = now.addingTimeInterval(state.clock)
            let result = try body(&state)
            for delivery in state.world.outbox {
                guard let parcel = Parcel(delivery, state.world, delay: state.deliveryDelay) else { continue }
                sender.yield(parcel)
            }
            state.world.outbox = []
            return result
        }
    }

    // MARK: Requests

    func respond(to call: Call) -> Outcome {
        let now = clock()
        return withState { state in
            var outcome = Self.outcome(call, &state, engine: self)
            let date = now.addingTimeInterval(state.dateHeader)
            outcome.reply.fields.append(("Date", DateForm.header(date)))
            return outcome
        }
    }

    private static func outcome(_ call: Call, _ state: inout SimulatorState, engine: Engine) -> Outcome {
        if call.path.hasPrefix("/_simulator") {
            return Outcome(reply: engine.controlReply(call, &state))
        }
        state.counts[call.path, default: 0] += 1
        var outcome = Outcome(reply: Reply(status: 404, type: nil))
        var fault: AppStoreSimulator.Fault?
        for index in state.faults.indices.reversed() where state.faults[index].concerns(call.path) {
            let found = state.faults[index]
            // Being late goes together with everything else; of the rest, what was added last counts.
            if found.kind == .latency {
                outcome.delay = max(outcome.delay, found.seconds ?? 1)
            } else if fault == nil {
                fault = found
            } else {
                continue
            }
            state.faults[index].requests = found.requests.map { $0 - 1 }
            outcome.fault = [outcome.fault, found.kind.rawValue].compactMap(\.self).joined(separator: " ")
        }
        state.faults.removeAll { $0.requests == 0 }
        if let fault, let instead = fault.reply(for: call) {
            outcome.reply = instead
        } else {
            outcome.reply = engine.reply(call, &state, fault, &outcome.keyID)
        }
        if let fault { fault.spoil(&outcome) }
        return outcome
    }

    private func reply(
        _ call: Call, _ state: inout SimulatorState, _ fault: AppStoreSimulator.Fault?, _ keyID: inout String?
    ) -> Reply {
        let real = clock()
        if let country = LookupAPI.country(of: call.path) {
            state.lookups.add(at: real)
            if let most = scenario.file.limits.lookups, state.lookups.count(in: 60, at: real) > most {
                return .emptyForbidden
            }
            return LookupAPI(call: call, isStale: fault?.kind == .stale).reply(&state.world, pathCountry: country)
        }
        let errorID = UUID().uuidString.lowercased()
        let seen = real.addingTimeInterval(state.dateHeader)
        guard let key = Token.key(for: call, keys: keys, at: seen) else {
            return ConnectError.unauthorized.reply(id: errorID)
        }
        keyID = key.id
        let limits = scenario.file.limits
        state.limits[key.id, default: RateLimit()].add(at: real)
        let used = state.limits[key.id]?.count(in: 3600, at: real) ?? 0
        let usedInMinute = limits.minute == nil ? 0 : state.limits[key.id]?.count(in: 60, at: real) ?? 0
        var header = "user-hour-lim:\(limits.hour);user-hour-rem:\(max(0, limits.hour - used));"
        if let minute = limits.minute {
            header += "user-minute-lim:\(minute);user-minute-rem:\(max(0, minute - usedInMinute));"
        }
        var reply: Reply
        if used > limits.hour || usedInMinute > limits.minute ?? .max {
            reply = ConnectError.rateLimited.reply(id: errorID)
        } else {
            do throws(ConnectError) {
                reply = try ConnectAPI(call: call, page: limits.page).reply(&state.world)
            } catch {
                reply = error.reply(id: errorID)
            }
        }
        reply.fields.append(("X-Rate-Limit", header))
        return reply
    }

    // MARK: Control

    func control(_ action: String, _ body: String) throws(AppStoreSimulator.ControlError) -> String {
        let json = try JSON(text: body)
        return try withState { state throws(AppStoreSimulator.ControlError) in
            try Control.perform(action, json, &state, scenario: scenario, began: began, at: clock()).text()
        }
    }

    private func controlReply(_ call: Call, _ state: inout SimulatorState) -> Reply {
        let action = call.path.dropFirst("/_simulator".count).drop { $0 == "/" }
        do throws(AppStoreSimulator.ControlError) {
            let action = try Control.action(String(action), method: call.method)
            let json = call.body.isEmpty ? JSON.object([:]) : try JSONParser.parse(call.body)
            return .line(200, try Control.perform(action, json, &state, scenario: scenario, began: began, at: clock()))
        } catch {
            return .line(error.isUnknownAction ? 404 : 422, ["error": .string(error.description)])
        }
    }

    func add(_ fault: AppStoreSimulator.Fault) { withState { $0.faults.append(fault) } }

    func clearFaults() { withState { $0.faults = [] } }

    func requestCount(_ prefix: String) -> Int {
        withState { state in state.counts.filter { $0.key.hasPrefix(prefix) }.reduce(0) { $0 + $1.value } }
    }

    func travel(_ seconds: Double, dateHeader: Double) {
        withState { state in
            state.clock = seconds
            state.dateHeader = dateHeader
        }
    }

    func reset() { withState { $0 = SimulatorState(scenario.file, at: began ?? clock()) } }

    // MARK: Deliveries

    /// Notes how a delivery went.
    func delivered(_ id: String, status: Int?, body: String?, error: String?) {
        withState { state in
            guard let index = state.world.deliveries.firstIndex(where: { $0.id == id }) else { return }
            state.world.deliveries[index].sent = state.world.moment
            state.world.deliveries[index].status = status
            state.world.deliveries[index].body = body
            state.world.deliveries[index].error = error
            let isTaken = (200..<300).contains(status ?? 0)
            state.world.deliveries[index].state = isTaken ? "SUCCEEDED" : "FAILED"
        }
    }
}
