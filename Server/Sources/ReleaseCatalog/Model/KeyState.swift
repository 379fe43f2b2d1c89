package import Foundation

/// The state of an App Store Connect key, and how much it was used.
package struct AppleKeyRecord: Hashable, Sendable {
    /// The condition of the key, and the number of calls that it may make.
    package var state: KeyState
    package var callsLastHour: Int

    package init(state: KeyState, callsLastHour: Int) {
        self.state = state
        self.callsLastHour = callsLastHour
    }
}

/// The condition of an App Store Connect key.
package struct KeyState: Hashable, Sendable {
    /// The conditions of a key.
    package enum Condition: Hashable, Sendable {
        /// There was no answer yet, or too few to tell.
        case unproven
        /// The key works.
        case working
        /// Apple rejected the key three times over at least ten minutes. It is retried hourly.
        case failed(since: Date)
        /// The account holder has to accept an agreement; another key would not help. It is retried hourly.
        case agreementsMissing(since: Date)

        /// The names of the conditions, in the database and as labels of metrics.
        package enum Name: String, Hashable, Sendable, CaseIterable {
            case unproven
            case working
            case failed
            case agreementsMissing = "agreements-missing"
        }

        package var name: Name {
            switch self {
            case .unproven: .unproven
            case .working: .working
            case .failed: .failed
            case .agreementsMissing: .agreementsMissing
            }
        }

        /// The time since which the key does not work; `nil` for one that may.
        package var since: Date? {
            switch self {
            case .unproven, .working: nil
            case .failed(let since), .agreementsMissing(let since): since
            }
        }
    }

    /// The key's id; not a secret.
    package var keyID: String
    package var condition: Condition
    /// The calls that the key may make in an hour.
    package var allowedPerHour: Int

    package init(keyID: String, condition: Condition, allowedPerHour: Int) {
        self.keyID = keyID
        self.condition = condition
        self.allowedPerHour = allowedPerHour
    }
}
