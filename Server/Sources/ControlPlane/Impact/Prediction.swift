package import Foundation

/// The predicted effect of a revision, with what installations reported afterwards.
package struct Prediction: Hashable, Sendable {
    /// A day after the publish whose reports are kept beside the prediction.
    package enum Window: String, Hashable, Sendable, CaseIterable {
        /// The first 24 hours.
        case after24h
        /// The 24 hours that end seven days after the publish. Nearly every installation that is still in use has the
        /// revision then, and each reports about once.
        case after7d

        /// When the window ends, counted from the publish, as in "after 7 days".
        package var name: String {
            switch self {
            case .after24h: "24 hours"
            case .after7d: "7 days"
            }
        }

        /// The hours of the window, counted from the first full hour after the publish.
        package var hours: Range<Int> {
            switch self {
            case .after24h: 0..<24
            case .after7d: 6 * 24..<7 * 24
            }
        }
    }

    /// The app's slug.
    package let app: String
    package let revision: Int
    /// The date of publishing.
    package let madeAt: Date
    /// The forecast, as JSON.
    package let impact: String
    /// What installations reported in each window that is over, as JSON.
    package var observed: [Window: String]

    package init(app: String, revision: Int, madeAt: Date, impact: String, observed: [Window: String] = [:]) {
        self.app = app
        self.revision = revision
        self.madeAt = madeAt
        self.impact = impact
        self.observed = observed
    }

    /// The hours of a window, counted from 1970.
    package func hours(of window: Window) -> Range<Int> {
        let first = Int((madeAt.timeIntervalSince1970 / 3_600).rounded(.up))
        return first + window.hours.lowerBound..<first + window.hours.upperBound
    }
}

/// What installations reported about a rule in some hours.
package struct OutcomeRow: Hashable, Sendable {
    /// The rule's id; empty without a rule.
    package let rule: String
    /// The status; empty for the steps of installations whose status is another one by now.
    package let status: String
    /// The number of reports, and the steps of the installations.
    package let count: AdoptionCounts.OutcomeCount

    package init(rule: String, status: String, count: AdoptionCounts.OutcomeCount) {
        self.rule = rule
        self.status = status
        self.count = count
    }
}

/// The reads of the predictions. Histories come newest first.
package protocol PredictionReads {
    /// Returns the predictions of revisions of an app in a range, newest first.
    func predictions(of app: String, revisions: ClosedRange<Int>) throws -> [Prediction]
    /// Returns the predictions that were made before a date and have no reports of a window yet, oldest first, at most `limit`.
    func predictions(without window: Prediction.Window, madeBefore date: Date, limit: Int) throws -> [Prediction]
}

package protocol PredictionWrites: PredictionReads {
    func insertPrediction(_ prediction: Prediction) throws
    /// Stores what installations reported in a window after a revision. Does nothing without a prediction.
    func setObservation(_ text: String, of app: String, revision: Int, window: Prediction.Window) throws
}
