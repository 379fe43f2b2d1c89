import ControlPlane
import Foundation

/// The table `tokens`: every token, without its text.
struct TokensTable {
    private static let columns =
        "id, digest, kind, name, rights, apps, created_at, created_by, created_with, chain, expires_at, revoked_at"

    let sql: any SQLSession

    func all() throws -> [TokenRecord] {
        try sql.rows("SELECT \(Self.columns) FROM tokens ORDER BY created_at, id").map(Self.token)
    }

    func token(_ id: String) throws -> TokenRecord? {
        try sql.row("SELECT \(Self.columns) FROM tokens WHERE id = $1", binding: id).map(Self.token)
    }

    /// The number of tokens that were created with one or belong to a chain, and were valid after a date.
    func count(createdWith creator: String, orIn chain: String, validAfter date: Date) throws -> Int {
        try sql.row(
            """
            SELECT COUNT(*) AS count FROM tokens
            WHERE (created_with = $1 OR chain = $2) AND id <> $2 AND (revoked_at IS NULL OR revoked_at > $3)
                AND (expires_at IS NULL OR expires_at > $3)
            """,
            binding: creator, chain, date
        )?.integer("count") ?? 0
    }

    private static func token(_ row: SQLRow) throws -> TokenRecord {
        TokenRecord(
            id: try row.text("id"), digest: try row.text("digest"), kind: try row.value("kind", as: TokenKind.self),
            name: try row.text("name"), rights: Rights(rawValue: try row.integer("rights")),
            apps: try row.optionalText("apps") == nil ? nil : Set(row.texts("apps")),
            createdAt: try row.date("created_at"), createdBy: try row.text("created_by"),
            createdWith: try row.optionalText("created_with"), chain: try row.optionalText("chain"),
            expiresAt: try row.optionalDate("expires_at"), revokedAt: try row.optionalDate("revoked_at"))
    }

    func insert(_ token: TokenRecord) throws {
        try sql.run(
            "INSERT INTO tokens (\(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            binding: token.id, token.digest, token.kind.rawValue, token.name, token.rights.rawValue,
            token.apps.map { JSONColumn.text($0.sorted()) }, token.createdAt, token.createdBy, token.createdWith,
            token.chain, token.expiresAt, token.revokedAt)
    }

    /// Takes the lock of a token by an update that changes nothing.
    func lock(_ id: String) throws {
        try sql.run("UPDATE tokens SET name = name WHERE id = $1", binding: id)
    }

    /// Revokes a token. Returns whether it existed and was not revoked before.
    func revoke(_ id: String, at date: Date) throws -> Bool {
        try sql.run("UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL", binding: id, date) == 1
    }
}
