import ControlPlane
import Foundation

private let columns = "digest, token_id, opened_at, expires_at"

/// The table `sessions`: the sessions of browsers, without their texts.
extension SQLTransaction: SessionReads, SessionWrites {
    func session(_ digest: String) throws -> SessionRecord? {
        try sql.row("SELECT \(columns) FROM sessions WHERE digest = $1", binding: digest).map(SessionRecord.init)
    }

    func sessions(at date: Date) throws -> [SessionRecord] {
        try sql.rows(
            "SELECT \(columns) FROM sessions WHERE expires_at > $1 ORDER BY opened_at DESC, digest", binding: date
        ).map(SessionRecord.init)
    }

    func insertSession(_ session: SessionRecord) throws {
        try sql.run(
            "INSERT INTO sessions (\(columns)) VALUES ($1, $2, $3, $4)", binding: session.digest, session.tokenID,
            session.openedAt, session.expiresAt)
    }

    func deleteSession(_ digest: String) throws -> Bool {
        try sql.run("DELETE FROM sessions WHERE digest = $1", binding: digest) > 0
    }

    func deleteSessions(ofToken id: String, exceptNewest count: Int) throws {
        try sql.run(
            """
            DELETE FROM sessions WHERE token_id = $1 AND digest NOT IN (
                SELECT digest FROM sessions WHERE token_id = $1 ORDER BY opened_at DESC, digest LIMIT $2)
            """, binding: id, count)
    }

    func deleteSessions(expiredBy date: Date) throws {
        try sql.run("DELETE FROM sessions WHERE expires_at <= $1", binding: date)
    }

    /// Ends every session.
    func deleteSessions() throws { try sql.run("DELETE FROM sessions") }
}

extension SessionRecord {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            digest: try row.text("digest"), tokenID: try row.text("token_id"), openedAt: try row.date("opened_at"),
            expiresAt: try row.date("expires_at"))
    }
}
