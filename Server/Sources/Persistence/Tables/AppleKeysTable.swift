import ControlPlane
import Foundation
import ReleaseCatalog

/// The table `apple_keys`: the App Store Connect keys as the node that queries Apple sees them.
struct AppleKeysTable {
    private static let columns = "id, position, state, since, allowed_per_hour, calls_last_hour"

    let sql: any SQLSession

    /// The keys, in the order they were configured. Those with a state of a newer version are left out.
    func all() throws -> [AppleKeyRecord] {
        try sql.rows("SELECT \(Self.columns) FROM apple_keys ORDER BY position").compactMap { row in
            guard let condition = try Self.condition(of: row) else { return nil }
            return AppleKeyRecord(
                state: KeyState(
                    keyID: try row.text("id"), condition: condition, allowedPerHour: try row.integer("allowed_per_hour")
                ),
                callsLastHour: try row.integer("calls_last_hour"))
        }
    }

    func replaceAll(_ keys: [AppleKeyRecord]) throws {
        try sql.run("DELETE FROM apple_keys")
        for (position, key) in keys.enumerated() {
            let condition = key.state.condition
            try sql.run(
                "INSERT INTO apple_keys (\(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6)",
                binding: key.state.keyID, position, condition.name.rawValue, condition.since, key.state.allowedPerHour,
                key.callsLastHour)
        }
    }

    private static func condition(of row: SQLRow) throws -> KeyState.Condition? {
        let since = try row.optionalDate("since") ?? .distantPast
        return switch KeyState.Condition.Name(rawValue: try row.text("state")) {
        case .unproven: .unproven
        case .working: .working
        case .failed: .failed(since: since)
        case .agreementsMissing: .agreementsMissing(since: since)
        case nil: nil
        }
    }
}
