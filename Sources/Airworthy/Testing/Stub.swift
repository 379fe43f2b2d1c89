import AirworthyChannel
public import AirworthyPolicy
public import Foundation

extension Airworthy {
    /// A client for tests and previews, together with the hands that move it: its decision, its features and its clock. It makes
    /// no requests and stores nothing.
    ///
    /// ```swift
    /// let stub = Airworthy.stub()
    /// let model = EditorModel(stub.airworthy)
    /// stub.send(.required)
    /// #expect(model.isBlocked)
    /// ```
    public final class Stub: Sendable {
        /// The client, for the code under test.
        public let airworthy: Airworthy
        private let clock: StubClock

        init(airworthy: Airworthy, clock: StubClock) {
            self.airworthy = airworthy
            self.clock = clock
        }

        /// The time of the client's clock. It stands still until ``pass(_:)``.
        public var now: Date { clock.now }

        /// Replaces the decision. Listeners and views learn of it as of a decision that a refresh brings; the features stay
        /// those of the stub.
        ///
        /// ```swift
        /// var decision = Decision(.required, for: stub.airworthy.installation)
        /// decision.message = "This version can lose your tags."
        /// stub.send(decision)
        /// ```
        /// - Parameter decision: The decision.
        public func send(_ decision: Decision) {
            airworthy.core.change { state, _ in
                var decision = decision
                decision.features = state.decision.features.merging(decision.features) { $1 }
                state.fixedDecision = decision
            }
        }

        /// Replaces the decision by one with a status, for the installation of the stub.
        ///
        /// ```swift
        /// stub.send(.recommended)
        /// ```
        /// - Parameter status: The status. Recommended and required updates lead to version 99 on the App Store.
        public func send(_ status: Decision.Status) { send(.sample(status, for: airworthy.installation)) }

        /// Sets the value of a feature.
        ///
        /// ```swift
        /// stub.setFeature("new-editor", to: true)
        /// ```
        /// - Parameters:
        ///   - key: The key of the feature.
        ///   - value: The value; `nil` removes the feature.
        public func setFeature(_ key: String, to value: JSONValue?) {
            airworthy.core.change { state, _ in
                state.fixedDecision?.features[key] = value
                state.featureOverrides[key] = value
            }
        }

        /// Lets time pass, as if the app stayed in the foreground: deadlines end, and reminders are due.
        ///
        /// ```swift
        /// stub.pass(.days(1))
        /// ```
        /// - Parameter period: The time.
        public func pass(_ period: Period) {
            clock.pass(Double(period.seconds))
            let core = airworthy.core
            core.change { _, _ in }
            let deviceTime = core.environment.now()
            let isDue = core.state.withLock { $0.screen.takeChange(at: $0.decisionTime(at: deviceTime)) }
            if isDue { core.presentationTriggers.send(.refresh) }
        }
    }

    /// Creates a client with a decision that only the test changes.
    ///
    /// ```swift
    /// let stub = Airworthy.stub(.recommended, features: ["columns": 3])
    /// ```
    /// - Parameters:
    ///   - status: The status of the first decision. Recommended and required updates lead to version 99 on the App Store.
    ///   - installation: The installed app, with its channel.
    ///   - features: The values of features by key.
    ///   - now: The time of the client's clock.
    /// - Returns: The client and the hands that move it.
    public static func stub(
        _ status: Decision.Status = .ok,
        for installation: Installation = Installation(version: "1.0", channel: .appstore),
        features: [String: JSONValue] = [:], now: Date = Date()
    ) -> Stub {
        var decision = Decision.sample(status, for: installation)
        decision.features = features
        let clock = StubClock(now)
        return Stub(airworthy: preview(decision, environment: clock.environment), clock: clock)
    }

    /// Creates a client that decides by rules, for tests of the rules over time.
    ///
    /// ```swift
    /// let stub = Airworthy.stub(Policy { Minimum("2.0", url: link, deadline: tomorrow) })
    /// stub.pass(.days(1))
    /// #expect(stub.airworthy.decision.blocking)
    /// ```
    /// - Parameters:
    ///   - policy: The rules.
    ///   - installation: The installed app, with its channel.
    ///   - now: The time of the client's clock.
    /// - Returns: The client and the hands that move it.
    public static func stub(
        _ policy: Policy, for installation: Installation = Installation(version: "1.0", channel: .appstore),
        now: Date = Date()
    ) -> Stub {
        let clock = StubClock(now)
        let options = Options(installation: installation, transport: Transport { _ in throw CancellationError() })
        let airworthy = Airworthy(
            Setup(policy: [.rules(policy)]), options: options, environment: clock.environment, store: NoStateStore())
        return Stub(airworthy: airworthy, clock: clock)
    }
}

/// A clock that stands still until a test moves it.
final class StubClock: Sendable {
    private struct State {
        var now: Date
        var sleepers: [(until: Date, signal: Signal)] = []
    }

    private let state: Locked<State>

    init(_ now: Date) { state = Locked(State(now: now)) }

    var now: Date { state.withLock { $0.now } }

    /// Moves the clock, and wakes the sleepers whose time has come.
    func pass(_ seconds: TimeInterval) {
        let due = state.withLock { state -> [Signal] in
            state.now.addTimeInterval(seconds)
            let due = state.sleepers.filter { $0.until <= state.now }.map(\.signal)
            state.sleepers.removeAll { $0.until <= state.now }
            return due
        }
        for signal in due { signal.send() }
    }

    private func sleep(_ seconds: TimeInterval) async throws {
        let signal = Signal()
        state.withLock { $0.sleepers.append(($0.now.addingTimeInterval(seconds), signal)) }
        await signal.wait(after: 0)
        state.withLock { state in state.sleepers.removeAll { $0.signal === signal } }
        try Task.checkCancellation()
    }

    /// The dependencies of a client with this clock, in UTC.
    var environment: ClientEnvironment {
        ClientEnvironment(
            now: { self.now }, sleep: { try await self.sleep($0) }, random: { 0.5 }, newID: { "stub" },
            timeZone: { TimeZone(secondsFromGMT: 0) ?? .current })
    }
}

extension Decision {
    /// The decision of a stub or of a launch argument.
    static func sample(_ status: Status, for installation: Installation) -> Decision {
        var decision = Decision(status, for: installation)
        switch status {
        case .recommended, .required:
            decision.update = Update(version: try? AppVersion("99"), url: "https://apps.apple.com/app/id0")
            decision.skippable = status == .recommended
            decision.remind = status == .recommended ? .daily : nil
        case .maintenance: decision.maintenance = Maintenance(until: .distantFuture)
        case .requiredUnavailable: decision.blocking = true
        case .ok: break
        }
        return decision
    }
}
