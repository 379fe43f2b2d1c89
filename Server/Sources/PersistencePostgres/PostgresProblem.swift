import CLibPQ
import ControlPlane

/// Puts PostgreSQL's errors into the words of stores. Never a value.
enum PostgresProblem {
    /// An error of a statement.
    static func storeError(state: String, message: String) -> StoreError {
        switch state {
        case "53100": .full
        // Waited too long for a lock; lost against a transaction that ran at the same time; a deadlock.
        case "55P03", "40001", "40P01": .locked
        case "42501", "25006": .unavailable("PostgreSQL does not let this user do that: \(message)")
        default: .unavailable("PostgreSQL: \(message) (\(state))")
        }
    }

    /// An error of the connection itself.
    static func connection(_ connection: OpaquePointer) -> StoreError {
        let message = unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
        let lines = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return .unavailable("no connection to PostgreSQL: \(lines.isEmpty ? "it was lost" : lines)")
    }
}
