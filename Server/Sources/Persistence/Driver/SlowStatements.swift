/// A statement that took longer than a limit.
package struct SlowStatement: Hashable, Sendable {
    /// The statement in one line, with `$1`, `$2`, … in place of its values.
    package let text: String
    /// The time that it took, with the reading of its rows.
    package let duration: Duration
    /// The number of rows that it returned or changed; `nil` if it failed.
    package let rows: Int?
}

/// A driver that reports the slow statements of another one. Waiting for a connection and committing do not count.
package struct SlowStatements: Driver {
    private let driver: any Driver
    private let watch: StatementWatch

    /// Creates a driver that reports the statements of `driver` that took `limit` or longer, also those that failed.
    /// `report` is called inside the transaction; `uptime` returns the time since a fixed moment.
    package init(
        of driver: any Driver, above limit: Duration, uptime: @escaping @Sendable () -> Duration,
        report: @escaping @Sendable (SlowStatement) -> Void
    ) {
        self.driver = driver
        watch = StatementWatch(limit: limit, uptime: uptime, report: report)
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await driver.read { [watch] sql in try body(WatchedSession(engine: sql, watch: watch)) }
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await driver.write { [watch] sql in try body(WatchedSession(engine: sql, watch: watch)) }
    }
}

/// The limit, the clock and the report of slow statements.
private struct StatementWatch: Sendable {
    /// The length of the text of a statement in a report, in characters.
    private static let longestText = 2_000

    let limit: Duration
    let uptime: @Sendable () -> Duration
    let report: @Sendable (SlowStatement) -> Void

    /// Runs a statement, and reports it if it took long.
    func measure<T>(_ statement: String, rows: (T) -> Int, _ work: () throws -> T) throws -> T {
        let start = uptime()
        var count: Int?
        defer { reportIfSlow(statement, duration: uptime() - start, rows: count) }
        let result = try work()
        count = rows(result)
        return result
    }

    private func reportIfSlow(_ statement: String, duration: Duration, rows: Int?) {
        guard duration >= limit else { return }
        let line = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        report(SlowStatement(text: String(line.prefix(Self.longestText)), duration: duration, rows: rows))
    }
}

/// A session whose statements are measured.
private struct WatchedSession: ForwardingSession {
    let engine: any SQLSession
    let watch: StatementWatch

    func forward<T>(_ statement: String, rows: (T) -> Int, _ work: () throws -> T) throws -> T {
        try watch.measure(statement, rows: rows, work)
    }
}
