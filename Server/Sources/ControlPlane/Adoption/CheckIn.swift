package import AirworthyPolicy
import AirworthySupport

/// The report of an installation, at most once a day: its facts now and at the last time, and what it was told.
///
/// Nothing in it identifies an installation.
package struct CheckIn: Hashable, Sendable {
    /// The facts of the last check-in, with the day that the server had answered then.
    package struct Last: Hashable, Sendable {
        package var day: UTCDay
        package var cell: AdoptionCell

        package init(day: UTCDay, cell: AdoptionCell) {
            self.day = day
            self.cell = cell
        }
    }

    /// The decision that the installation acts upon.
    package struct Told: Hashable, Sendable {
        package var status: Decision.Status
        /// The id of the rule that led to it; `nil` without one.
        package var rule: String?

        package init(status: Decision.Status, rule: String? = nil) {
            self.status = status
            self.rule = rule
        }
    }

    /// How often each step towards an update was taken since the last check-in, for one rule.
    package struct Steps: Hashable, Sendable {
        /// A prompt or the gate was shown.
        package var shown = 0
        /// The store was opened.
        package var opened = 0
        /// The prompt was postponed.
        package var postponed = 0
        /// The update was skipped.
        package var skipped = 0
        /// The installation came back updated within a week of opening the store.
        package var updated = 0

        /// Creates steps; each number is limited to those of ``CheckInLimits``.
        package init(shown: Int = 0, opened: Int = 0, postponed: Int = 0, skipped: Int = 0, updated: Int = 0) {
            numbers = [shown, opened, postponed, skipped, updated].map { min(max($0, 0), CheckInLimits.steps) }
        }

        /// The names of ``numbers`` in files and in the database.
        package static let names = ["shown", "opened", "postponed", "skipped", "updated"]

        /// The numbers in the order of ``names``. Setting them does not limit them: they may be sums.
        package var numbers: [Int] {
            get { [shown, opened, postponed, skipped, updated] }
            set {
                (shown, opened, postponed) = (newValue[0], newValue[1], newValue[2])
                (skipped, updated) = (newValue[3], newValue[4])
            }
        }

        /// Adds the steps of another rule or installation.
        package mutating func add(_ other: Steps) { numbers = zip(numbers, other.numbers).map(+) }
    }

    /// The facts now.
    package var now: AdoptionCell
    /// The facts of the last check-in; `nil` for the first one.
    package var last: Last?
    /// The current decision; `nil` if it was not sent.
    package var told: Told?
    /// The steps by the id of the rule.
    package var steps: [String: Steps]

    package init(now: AdoptionCell, last: Last? = nil, told: Told? = nil, steps: [String: Steps] = [:]) {
        self.now = now
        self.last = last
        self.told = told
        self.steps = steps
    }
}
