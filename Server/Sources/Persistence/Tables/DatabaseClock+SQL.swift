package import ControlPlane

extension DatabaseClock {
    /// Reads the clock of PostgreSQL.
    /// - Throws: ``StoreError``.
    package init(_ sql: any SQLSession) throws {
        // Through a socket of the machine both addresses are null.
        let row = try sql.row(
            """
            SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS time,
                CASE WHEN inet_server_addr() IS DISTINCT FROM inet_client_addr() THEN 1 ELSE 0 END AS elsewhere
            """)
        guard let row else { throw StoreError.unavailable("PostgreSQL did not tell the time") }
        self.init(now: try row.date("time"), isElsewhere: try row.integer("elsewhere") == 1)
    }
}
