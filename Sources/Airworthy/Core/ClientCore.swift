import AirworthyPolicy
import Foundation

/// The shell around ``ClientState``: its lock, its store, and those who listen.
final class ClientCore: Sendable {
    let environment: ClientEnvironment
    let transport: Transport
    let store: any StateStore
    let deadline: TimeInterval
    let state: Locked<ClientState>
    let decisions = Broadcast<Decision>(buffer: 1)
    let events = Broadcast<AirworthyEvent>(backlog: 64, buffer: 256)
    let presentationTriggers = Broadcast<Presentation.Trigger>(buffer: 8)
    /// Turns when the loop has to look again.
    let wake = Signal()
    /// Turns when a refresh has ended.
    let refreshed = Signal()
    /// Turns when the loop has ended.
    let stopped = Signal()
    /// Turns when StoreKit has told the account's country, or had the time to.
    let storefrontIsRead = Signal()
    let isRunning = Locked(false)
    /// Held while writing, so that an older state never replaces a newer one.
    private let saving: Locked<StoredState?>
    /// Whether there is a state that could not be read yet.
    private let isLocked: Locked<Bool>

    init(
        policies: [PolicySource], facts: ReleaseSource?, installation: Installation, store: any StateStore,
        transport: Transport, deadline: TimeInterval, environment: ClientEnvironment, fixed: Decision? = nil
    ) {
        (self.environment, self.transport, self.store) = (environment, transport, store)
        self.deadline = deadline
        let device = environment.now()
        var events: [AirworthyEvent] = []
        let found = store.load()
        var stored = StoredState(installID: environment.newID())
        switch found {
        case .nothing, .locked: break
        case .state(let state): stored = state
        case .damaged(let why): events.append(.storeRecovered("The stored state was given up: \(why)."))
        }
        var state = ClientState(policies: policies, facts: facts, installation: installation, stored: stored)
        state.fixed = fixed
        events += state.load(at: device)
        state.resumeTimes(at: device)
        state.decideAgain(at: device)
        events += state.happened(.launched(state.installation), at: device, zone: environment.timeZone())
        self.state = Locked(state)
        isLocked = Locked(found == .locked)
        // A launch that changes nothing writes nothing.
        if case .state(let stored) = found { saving = Locked(stored) } else { saving = Locked(nil) }
        tell(events)
        save()
    }

    /// The current decision, then each new one.
    var decisionStream: AsyncStream<Decision> {
        state.withLock { decisions.stream(startingWith: $0.decision) }
    }

    /// Changes the state, answers anew, tells whoever listens, and stores what has to be kept.
    /// - Parameters:
    ///   - trigger: What a new answer is presented with; `nil`: nobody is told to present it.
    ///   - body: The change. Short, and waits for nothing.
    /// - Returns: What the change gives.
    @discardableResult
    func change<Result: Sendable>(
        presentingWith trigger: Presentation.Trigger? = .refresh,
        _ body: (inout ClientState, Date) -> (Result, [AirworthyEvent])
    ) -> Result {
        let device = environment.now()
        let (result, events) = state.withLock { state -> (Result, [AirworthyEvent]) in
            let before = state.decision
            let (result, events) = body(&state, device)
            state.decideAgain(at: device)
            if state.decision != before {
                // Under the lock, so that the last one sent is the last one made.
                decisions.send(state.decision)
                if let trigger { presentationTriggers.send(trigger) }
            }
            return (result, events)
        }
        tell(events)
        save()
        wake.send()
        return result
    }

    /// Writes the state if it is not what was written last. It stays in memory if that fails.
    private func save() {
        guard isUnlocked() else { return }
        let failure = saving.withLock { written -> String? in
            let current = state.withLock { $0.stored }
            guard current != written else { return nil }
            do {
                try store.save(current)
                written = current
                return nil
            } catch {
                return "The state could not be written: \(error)"
            }
        }
        if let failure { tell([.storeFailed(failure)]) }
    }

    /// Whether what is stored has been read. Until then nothing may replace it: it is tried again each time.
    private func isUnlocked() -> Bool {
        guard isLocked.withLock({ $0 }) else { return true }
        let found = store.load()
        let isFirst = isLocked.withLock { isLocked -> Bool in
            defer { if found != .locked { isLocked = false } }
            return isLocked
        }
        guard isFirst, case .state(let stored) = found else { return found != .locked }
        let device = environment.now()
        let zone = environment.timeZone()
        let events = state.withLock { state -> [AirworthyEvent] in
            let before = state.decision
            let events =
                state.adopt(stored, at: device) + state.happened(.launched(state.installation), at: device, zone: zone)
            state.decideAgain(at: device)
            if state.decision != before {
                decisions.send(state.decision)
                presentationTriggers.send(.launch)
            }
            return events
        }
        tell(events)
        return true
    }

    private func tell(_ events: [AirworthyEvent]) {
        for event in events {
            self.events.send(event)
            if let line = event.logLine { environment.log.notice(line) }
        }
    }
}

extension ClientState {
    /// Notes something that happened on the device.
    mutating func happened(_ event: PromptEvent, at device: Date, zone: TimeZone) -> [AirworthyEvent] {
        let calendar = Calendar(identifier: .gregorian)
        let (history, events) = stored.history.after(event, at: now(device), calendar: calendar, timeZone: zone)
        stored.history = history
        return events.map { event in
            switch event {
            case .updated(let from, let to): .updated(from: from, to: to)
            case .changed(let from, let to): .changed(from: from, to: to)
            case .gateLowered(let rule, let until): .gateLowered(rule: rule, until: until)
            }
        }
    }
}
