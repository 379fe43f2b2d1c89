/// What came of asking all sources about one app.
package struct SyncReport: Hashable, Sendable {
    /// What came of one source.
    package enum Outcome: Hashable, Sendable {
        /// It answered, and its facts were kept.
        case learnt
        /// It answered that it knows nothing. What was known stays.
        case nothingKnown
        /// It was not asked or gave no answer, for the reason.
        case failed(String)
    }

    /// The outcomes, by source.
    package var outcomes: [Source: Outcome]

    /// Makes a report.
    package init(outcomes: [Source: Outcome] = [:]) { self.outcomes = outcomes }

    /// Whether every source answered, and at least one was asked.
    package var isComplete: Bool {
        !outcomes.isEmpty
            && outcomes.values.allSatisfy { outcome in
                if case .failed = outcome { false } else { true }
            }
    }
}
