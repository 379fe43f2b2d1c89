import ControlPlane
import Foundation

/// The table `sessions`: the sessions of browsers, without their texts.
struct SessionsTable {
    private static let columns = "digest, token_id, opened_at, expires_at"

    let sql: any SQLSession

    func session(digest: String) throws -> SessionRecord? {
        try sql.row("SELECT \(Self.columns) FROM sessions WHERE digest = $1", binding: digest).map { row in
            SessionRecord(
                digest: try row.text("digest"), tokenID: try row.text("token_id"),
                openedAt: try row.date("opened_at"), expiresAt: try row.date("expires_at"))
        }
    }

    func insert(_ session: SessionRecord) throws {
        try sql.run(
            "INSERT INTO sessions (\(Self.columns)) VALUES ($1, $2, $3, $4)", binding: session.digest, session.tokenID,
            session.openedAt, session.expiresAt)
    }

    func delete(digest: String) throws { try sql.run("DELETE FROM sessions WHERE digest = $1", binding: digest) }

    /// Removes the sessions of a token except the newest ones.
    func delete(ofToken id: String, exceptNewest count: Int) throws {
        try sql.run(
            """
            DELETE FROM sessions WHERE token_id = $1 AND digest NOT IN (
                SELECT digest FROM sessions WHERE token_id = $1 ORDER BY opened_at DESC, digest LIMIT $2)
            """, binding: id, count)
    }

    func delete(expiredBy date: Date) throws {
        try sql.run("DELETE FROM sessions WHERE expires_at <= $1", binding: date)
    }

    func deleteAll() throws { try sql.run("DELETE FROM sessions") }
}
