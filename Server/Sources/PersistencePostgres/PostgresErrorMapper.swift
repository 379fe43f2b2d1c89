import ControlPlane

/// Translates PostgreSQL's errors into store errors, without stored values.
enum PostgresErrorMapper {
    /// Whether the server only reads, such as one that was the primary before a fail-over. A standby refuses to begin a transaction
    /// that writes, with another state than the write itself.
    static func isOfStandby(_ state: String, statement: String) -> Bool {
        state == "25006" || state == "0A000" && statement.hasPrefix("BEGIN")
    }

    /// The error of a server that only reads.
    static func standbyError(_ message: String) -> StoreError {
        .unavailable("this PostgreSQL server only reads, as a standby does; the next attempt connects anew: \(message)")
    }

    static func storeError(state: String, message: String) -> StoreError {
        switch state {
        case "53100": .full
        // A lock time-out, a lost race against a concurrent transaction, a deadlock, a statement time-out.
        case "55P03", "40001", "40P01", "57014": .locked
        case "42501": .unavailable("this PostgreSQL user lacks a permission: \(message)")
        default: .unavailable("PostgreSQL: \(message) (\(state))")
        }
    }

    /// Returns the error of a connection, from libpq's message, which names host and user but never a password.
    static func connectionError(_ message: String) -> StoreError {
        let lines = message.split(whereSeparator: \.isNewline)
            .map { line in line.drop { $0 == "\t" || $0 == " " } }.joined(separator: " ")
        return .unavailable("no connection to PostgreSQL: \(lines.isEmpty ? "it was lost" : lines)")
    }
}
