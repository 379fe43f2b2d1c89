import AirworthyChannel
import AirworthyPolicy
import Foundation

/// Connects ``ClientState`` to the outside: holds its lock, stores it, sends its requests and informs listeners.
final class ClientCore: Sendable {
    let environment: ClientEnvironment
    /// The sentence for developers about a language of the screens that is not the device's.
    let languageHint: String?
    /// The mistakes of the app's code, one sentence each.
    let mistakes: [String]
    let state: Locked<ClientState>
    let decisions = Broadcast<Decision>(buffer: 1)
    let events = Broadcast<AirworthyEvent>(backlog: 64, buffer: 256)
    let presentationTriggers = Broadcast<Presentation.Trigger>(buffer: 8)
    /// Sent when the refresh loop has to check its timers.
    let wake = Signal()
    /// Sent when a refresh has ended.
    let refreshed = Signal()
    /// Sent when a refresh loop has ended.
    let stopped = Signal()
    /// Sent when StoreKit has named the storefront of the account, or its time limit has passed.
    let storefrontRead = Signal()
    /// Sent when a part of the launch has ended, or a screen has appeared or disappeared.
    let settled = Signal()
    /// Whether a gate, a prompt or a banner of AirworthyUI is visible.
    let isScreenVisible = Locked(false)
    let isRunning = Locked(false)
    /// Whether a response of the app's server has asked for a refresh that has not ended.
    let isRecheckPending = Locked(false)
    /// The feature values that the app has used.
    private let exposures = Locked<[String: JSONValue]>([:])
    private let onEvent: (@Sendable (AirworthyEvent) -> Void)?
    private let transport: Airworthy.Transport
    private let store: any StateStore
    private let deadline: TimeInterval
    /// The state written last. Held while writing, so that an older state never replaces a newer one.
    private let saved: Locked<StoredState?>
    /// Whether to read the state again before the first write: it could not be read yet, or there was none at launch. Another
    /// process, such as a widget, may have stored one since.
    private let isStoreLocked: Locked<Bool>

    init(
        policies: [PolicySource], releases: ReleaseSource?, installation: Installation, store: any StateStore,
        transport: Airworthy.Transport, deadline: TimeInterval, environment: ClientEnvironment,
        languageHint: String? = nil, mistakes: [String] = [], fixedDecision: Decision? = nil,
        checkIns: Airworthy.CheckIns = .off, onEvent: (@Sendable (AirworthyEvent) -> Void)? = nil
    ) {
        self.environment = environment
        self.languageHint = languageHint
        self.mistakes = mistakes
        self.onEvent = onEvent
        self.transport = transport
        self.store = store
        self.deadline = deadline
        environment.storeQueue.finish()
        let found = store.load()
        var stored = StoredState(installID: environment.newID())
        if case .state(let state) = found { stored = state }
        var state = ClientState(
            policies: policies, releases: releases, installation: installation, stored: stored,
            fixedDecision: fixedDecision, checkIns: checkIns, device: environment.deviceModel())
        if case .damaged(let reason) = found {
            state.report(.storeRecovered("The stored state was discarded: \(reason)."))
        }
        for mistake in mistakes { state.report(.misconfigured(mistake)) }
        state.begin(at: environment.now(), in: environment.timeZone())
        let events = state.takeEvents()
        self.state = Locked(state)
        isStoreLocked = Locked(found == .locked || found == .nothing)
        // A launch that changes nothing writes nothing.
        if case .state(let stored) = found { saved = Locked(stored) } else { saved = Locked(nil) }
        report(events)
        save()
    }

    // MARK: State

    /// The current decision, then each new one.
    var decisionStream: AsyncStream<Decision> {
        state.withLock { decisions.stream(startingWith: $0.decision) }
    }

    /// Changes the state and decides again. Then informs the listeners and stores the state.
    /// - Parameters:
    ///   - trigger: The presentation trigger of a new decision; `nil` for none.
    ///   - body: The change. It receives the device's clock and must not wait.
    /// - Returns: The result of `body`.
    @discardableResult
    func change<Result: Sendable>(
        presentingWith trigger: Presentation.Trigger? = .refresh,
        _ body: (inout ClientState, Date) -> Result
    ) -> Result {
        let deviceTime = environment.now()
        let (result, events) = state.withLock { state -> (Result, [AirworthyEvent]) in
            let before = state.decision
            let result = body(&state, deviceTime)
            state.decideAgain(at: deviceTime)
            announce(state.decision, insteadOf: before, trigger: trigger)
            return (result, state.takeEvents())
        }
        report(events)
        save()
        wake.send()
        settled.send()
        return result
    }

    /// Sends a new decision to the listeners. Called under the lock, so that they receive decisions in their order.
    private func announce(
        _ decision: Decision, insteadOf previous: Decision, trigger: Presentation.Trigger?
    ) {
        guard decision != previous else { return }
        decisions.send(decision)
        environment.log.debug("decision: \(decision.line)")
        if let trigger { presentationTriggers.send(trigger) }
    }

    /// Reports a mistake in the app's code.
    func reportMistake(_ mistake: String) { report([.misconfigured(mistake)]) }

    private func report(_ events: [AirworthyEvent]) {
        for event in events {
            self.events.send(event)
            event.write(to: environment.log)
        }
        guard let onEvent, !events.isEmpty else { return }
        // Not here: the app may not have the client yet that is being created, or may be drawing its views.
        environment.eventQueue.add { for event in events { onEvent(event) } }
    }

    /// Reports the value of a feature when the app uses it for the first time. On a queue, because views use features while they
    /// are drawn, when an app must not change its state.
    func reportExposure(of feature: String, value: JSONValue) {
        let isNew = exposures.withLock { exposures -> Bool in
            defer { exposures[feature] = value }
            return exposures[feature] != value
        }
        if isNew { environment.eventQueue.add { self.report([.exposed(feature: feature, value: value)]) } }
    }

    // MARK: Store

    /// Writes the state on the store's queue.
    private func save() { environment.storeQueue.add { self.saveNow() } }

    /// Returns when the changes so far are written, also one that another thread has made and not passed on yet.
    func finishWriting() async {
        await withCheckedContinuation { continuation in
            environment.storeQueue.add {
                self.saveNow()
                continuation.resume()
            }
        }
    }

    /// Writes the state if it differs from the one written last. After a failure it stays in memory.
    private func saveNow() {
        guard isStoreReadable() else { return }
        let failure = saved.withLock { saved -> String? in
            let current = state.withLock { $0.stored }
            guard current != saved else { return nil }
            do {
                try store.save(current)
                saved = current
                return nil
            } catch {
                return "The state could not be written: \(error)"
            }
        }
        if let failure { report([.storeFailed(failure)]) }
    }

    /// Whether the stored state has been read. Until then nothing may replace it, and each call tries to read it.
    private func isStoreReadable() -> Bool {
        guard isStoreLocked.withLock({ $0 }) else { return true }
        let found = store.load()
        let isFirst = isStoreLocked.withLock { isLocked -> Bool in
            defer { if found != .locked { isLocked = false } }
            return isLocked
        }
        guard isFirst, case .state(let stored) = found else { return found != .locked }
        let deviceTime = environment.now()
        let zone = environment.timeZone()
        let events = state.withLock { state -> [AirworthyEvent] in
            let before = state.decision
            state.adopt(stored, at: deviceTime, in: zone)
            announce(state.decision, insteadOf: before, trigger: .launch)
            return state.takeEvents()
        }
        report(events)
        return true
    }

    // MARK: Network

    /// Sends a request with the client's time limit.
    /// - Parameter request: The request.
    /// - Returns: The response, whose body is within the size limit.
    /// - Throws: ``DeadlineExceeded``, ``TransportError``, or the error of the transport.
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var limited = request
        limited.timeout = deadline
        let response = try await withDeadline(deadline, sleep: environment.sleep) { [transport, limited] in
            try await transport.send(limited)
        }
        guard response.body.count <= request.maximumBytes else {
            throw TransportError.tooLarge(limit: request.maximumBytes)
        }
        return response
    }

    /// Runs a function of the app with the client's time limit. A late function is cancelled and abandoned.
    /// - Parameter work: The function.
    /// - Returns: The result of the function.
    /// - Throws: ``DeadlineExceeded``, or the error of the function.
    func withinDeadline<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let limit = Deadline(seconds: deadline) { [environment] in try? await environment.sleep($0) }
        let result = await limit.wait { () -> Result<Value, any Error> in
            do {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw DeadlineExceeded() }
        return try result.get()
    }

    /// The sender of refreshes.
    var refresher: Refresher { Refresher(core: self) }

    // MARK: Launch

    /// Returns the trigger for a decision that follows from a part of the launch.
    func trigger(for part: LaunchPart) -> Presentation.Trigger {
        state.withLock { $0.launch.contains(part) } ? .launch : .refresh
    }

    /// Ends a part of the launch.
    func finishLaunchPart(_ part: LaunchPart) {
        state.withLock { _ = $0.launch.remove(part) }
        if part == .storefront { storefrontRead.send() }
        settled.send()
    }

    /// Waits until the state satisfies a condition, or the task is cancelled.
    func waitUntilSettled(_ isSettled: (ClientState) -> Bool) async {
        while !Task.isCancelled {
            let seen = settled.count
            if state.withLock({ isSettled($0) }) { return }
            await settled.wait(after: seen)
        }
    }
}
