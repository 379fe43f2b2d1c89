public import AirworthyPolicy

/// The result of ``Airworthy/check()``.
///
/// ```swift
/// let check = await airworthy.check()
/// if case .available(let update) = check.outcome { show(update) }
/// ```
public struct UpdateCheck: Hashable, Sendable {
    /// Whether there is an update.
    public enum Outcome: Hashable, Sendable {
        /// The installed version is the newest release that this device can install.
        case upToDate
        /// There is a newer release.
        case available(Decision.Update)
        /// Unknown: no source answered, or no release is known. It does not mean "no update".
        case undetermined
    }

    /// Whether there is an update.
    public var outcome: Outcome
    /// The screen to show. A check never blocks by itself: a required update is a prompt.
    public var presentation: Presentation
    /// The decision behind it.
    public var decision: Decision
    /// Whether all sources answered just now.
    public var isFresh: Bool
    /// What is missing so that a check can find an update here, in English, for developers: `nil` if there is a result, or if trying again
    /// later may help.
    public var obstacle: String?

    /// Creates a result for previews and tests.
    /// - Parameters:
    ///   - outcome: Whether there is an update.
    ///   - presentation: The screen to show.
    ///   - decision: The decision behind it.
    ///   - isFresh: Whether all sources answered just now.
    ///   - obstacle: What is missing so that a check can find an update here.
    public init(
        outcome: Outcome, presentation: Presentation, decision: Decision, isFresh: Bool, obstacle: String? = nil
    ) {
        self.outcome = outcome
        self.presentation = presentation
        self.decision = decision
        self.isFresh = isFresh
        self.obstacle = obstacle
    }
}

extension UpdateCheck {
    init(of decision: Decision, presentation: Presentation, isFresh: Bool, obstacle: String?) {
        self.init(outcome: .undetermined, presentation: presentation, decision: decision, isFresh: isFresh)
        switch presentation.content {
        case .prompt(let prompt): if let update = prompt.update { outcome = .available(update) }
        case .gate(let gate): if let update = gate.update { outcome = .available(update) }
        case .nothing, .banner, .maintenance:
            if let newer = decision.newerRelease {
                // A release that no rule offers yet, e.g. because of a wait after the release or a maintenance.
                outcome = .available(newer)
            } else if isFresh, decision.newest != nil {
                outcome = .upToDate
            }
        }
        if outcome == .undetermined { self.obstacle = obstacle }
    }
}
