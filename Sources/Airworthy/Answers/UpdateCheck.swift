public import AirworthyPolicy

/// What came of asking whether there is an update.
public struct UpdateCheck: Hashable, Sendable {
    /// The answer.
    public enum Outcome: Hashable, Sendable {
        /// This is the newest release that this copy can install.
        case upToDate
        /// There is a newer one.
        case available(Decision.Update)
        /// Nobody could find out: no answer came, or nobody knows the releases. It does not mean "no update".
        case undetermined
    }

    /// The answer.
    public var outcome: Outcome
    /// What to show. It never blocks by itself: where an update is required, it is a prompt.
    public var presentation: Presentation
    /// The decision behind it.
    public var decision: Decision
    /// Whether the sources were reached just now.
    public var isFresh: Bool

    /// Makes an answer, for previews and tests.
    /// - Parameters:
    ///   - outcome: The answer.
    ///   - presentation: What to show.
    ///   - decision: The decision behind it.
    ///   - isFresh: Whether the sources were reached just now.
    public init(outcome: Outcome, presentation: Presentation, decision: Decision, isFresh: Bool) {
        self.outcome = outcome
        self.presentation = presentation
        self.decision = decision
        self.isFresh = isFresh
    }
}

extension UpdateCheck {
    init(_ decision: Decision, _ presentation: Presentation, isFresh: Bool) {
        self.init(outcome: .undetermined, presentation: presentation, decision: decision, isFresh: isFresh)
        switch presentation.content {
        case .prompt(let prompt): if let update = prompt.update { outcome = .available(update) }
        case .gate(let gate): if let update = gate.update { outcome = .available(update) }
        case .nothing, .banner, .maintenance:
            // Without an answer, and without a release that anybody has seen, nothing is known.
            if let newer = decision.newerRelease {
                // E.g. one that has yet to settle, or during a maintenance: there is one all the same.
                outcome = .available(newer)
            } else if isFresh, decision.newest != nil {
                outcome = .upToDate
            }
        }
    }
}
