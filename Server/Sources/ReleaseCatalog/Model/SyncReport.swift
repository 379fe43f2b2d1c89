/// The result of a synchronisation of one app with all its sources.
package struct SyncReport: Hashable, Sendable {
    /// The result for one source.
    package enum Outcome: Hashable, Sendable {
        /// The source answered, and its data was stored.
        case learnt
        /// The source answered that it does not know the app. The stored data stays.
        case nothingKnown
        /// The source was not asked or gave no answer, for this reason.
        case failed(String)
    }

    package var outcomes: [CatalogSource: Outcome]
    /// Whether the order was passed on to the node that queries Apple. There are no outcomes then.
    package var isForwarded = false

    package init(outcomes: [CatalogSource: Outcome] = [:]) { self.outcomes = outcomes }

    /// The report of an order that was passed on.
    package static let forwarded: SyncReport = {
        var report = SyncReport()
        report.isForwarded = true
        return report
    }()

    /// Whether at least one source was asked and every source answered.
    package var isComplete: Bool {
        !outcomes.isEmpty
            && outcomes.values.allSatisfy { outcome in
                if case .failed = outcome { false } else { true }
            }
    }
}
