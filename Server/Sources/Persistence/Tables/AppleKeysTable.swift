import ControlPlane
import Foundation
import ReleaseCatalog

private let columns = "id, position, state, since, allowed_per_hour, calls_last_hour"

/// The table `apple_keys`: the App Store Connect keys as the node that queries Apple sees them.
extension SQLTransaction {
    /// The keys, in the order they were configured. Those with a state of a newer version are left out.
    func appleKeys() throws -> [AppleKeyRecord] {
        try sql.rows("SELECT \(columns) FROM apple_keys ORDER BY position").compactMap { row in
            guard let condition = try KeyState.Condition(row) else { return nil }
            return AppleKeyRecord(
                state: KeyState(
                    keyID: try row.text("id"), condition: condition, allowedPerHour: try row.integer("allowed_per_hour")
                ),
                callsLastHour: try row.integer("calls_last_hour"))
        }
    }

    func replaceAppleKeys(_ keys: [AppleKeyRecord]) throws {
        try sql.run("DELETE FROM apple_keys")
        for (position, key) in keys.enumerated() {
            let condition = key.state.condition
            try sql.run(
                "INSERT INTO apple_keys (\(columns)) VALUES ($1, $2, $3, $4, $5, $6)",
                binding: key.state.keyID, position, condition.name.rawValue, condition.since, key.state.allowedPerHour,
                key.callsLastHour)
        }
    }
}

extension KeyState.Condition {
    /// `nil` for a condition of a newer version.
    fileprivate init?(_ row: SQLRow) throws {
        let since = try row.optionalDate("since") ?? .distantPast
        switch KeyState.Condition.Name(rawValue: try row.text("state")) {
        case .unproven: self = .unproven
        case .working: self = .working
        case .failed: self = .failed(since: since)
        case .agreementsMissing: self = .agreementsMissing(since: since)
        case nil: return nil
        }
    }
}
