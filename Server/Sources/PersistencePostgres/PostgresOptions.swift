import AirworthySupport

/// The time-outs of a connection to PostgreSQL; by default no limits, except for locks.
package struct PostgresOptions: Hashable, Sendable {
    /// The longest wait for another transaction that holds a lock.
    package var lockTimeout = Duration.seconds(5)
    /// The longest time of a statement, which PostgreSQL enforces; `nil` for no limit.
    package var statementTimeout: Duration?
    /// The longest wait for an answer before the connection is given up; `nil` for no limit. It covers what PostgreSQL cannot:
    /// a machine or a network that has stopped.
    package var answerTimeout: Duration?
    /// The time after which PostgreSQL ends a transaction that does nothing, so that a node that has stopped keeps no locks.
    package var idleTransactionTimeout: Duration?

    /// The pauses between attempts to reconnect for messages and for the lead; the pool's are in ``ReconnectGate``.
    static let reconnecting = Backoff(first: 0.25, longest: 10)
    /// The time between two attempts to lead, and between two checks of the connection that leads.
    package static let leading = Duration.seconds(2)
    /// The longest wait of a transaction for a free connection.
    package static let patience = Duration.seconds(5)
    /// The time-outs of a server.
    package static let server = PostgresOptions(
        statementTimeout: .seconds(10), answerTimeout: .seconds(15), idleTransactionTimeout: .seconds(30))
    /// The time-outs of the connection that leads: shorter, so that a leader that is cut off knows it soon.
    static let leader = {
        var options = PostgresOptions.server
        options.answerTimeout = .seconds(5)
        return options
    }()

    /// When each side asks whether the other is still there: after seconds of silence, every few seconds, so many times.
    private static let keepalives: [(name: String, value: String)] = [
        ("idle", "10"), ("interval", "5"), ("count", "3"),
    ]

    /// The parameters of libpq. Those in the address take precedence.
    var parameters: [(name: String, value: String)] {
        [
            ("connect_timeout", "10"), ("fallback_application_name", "airworthy"), ("keepalives", "1"),
            // The longest time, in milliseconds, that data may wait for the other machine to acknowledge it.
            ("tcp_user_timeout", "15000"),
        ] + Self.keepalives.map { ("keepalives_\($0.name)", $0.value) }
    }

    /// A statement that sets the time-outs of a new session.
    var setup: String {
        // Without keepalives PostgreSQL keeps the locks of a machine that has lost its power for two hours.
        let keepalives = Self.keepalives.map { ("tcp_keepalives_\($0.name)", $0.value) }
        let values: [(String, String)] = [
            ("lock_timeout", Self.text(lockTimeout)), ("statement_timeout", Self.text(statementTimeout)),
            ("idle_in_transaction_session_timeout", Self.text(idleTransactionTimeout)),
        ]
        return "SELECT " + (values + keepalives).map { "set_config('\($0)', '\($1)', false)" }.joined(separator: ", ")
    }

    /// A duration in milliseconds; 0 for none.
    private static func text(_ duration: Duration?) -> String {
        "\(duration.map { max(1, Int($0 / .milliseconds(1))) } ?? 0)"
    }
}
