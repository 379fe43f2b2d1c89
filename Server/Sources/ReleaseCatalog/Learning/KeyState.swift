package import Foundation

/// Whether an App Store Connect key works.
package struct KeyState: Hashable, Sendable {
    /// What is known.
    package enum Condition: Hashable, Sendable {
        /// Never answered yet, or the last answers are too few to tell.
        case unproven
        /// It works.
        case working
        /// Its credentials are refused: three times over at least ten minutes. Tried again hourly.
        case failed(since: Date)
        /// The account holder has to accept an agreement; another key would not help. Tried again hourly.
        case agreementsMissing(since: Date)
    }

    /// The key's id; not a secret.
    package var keyID: String
    /// What is known.
    package var condition: Condition
    /// When it last worked.
    package var lastSuccess: Date?
    /// The calls it is allowed in an hour.
    package var allowedPerHour: Int

    /// Makes a state.
    package init(keyID: String, condition: Condition = .unproven, lastSuccess: Date? = nil, allowedPerHour: Int) {
        self.keyID = keyID
        self.condition = condition
        self.lastSuccess = lastSuccess
        self.allowedPerHour = allowedPerHour
    }
}
