import AirworthyPolicy
import ControlPlane
import Foundation

private let columns =
    "id, digest, kind, name, rights, apps, created_at, created_by, created_with, chain, expires_at, revoked_at, used_at"

/// The table `tokens`: every token, without its text.
extension SQLTransaction: TokenReads, TokenWrites {
    func tokens() throws -> [TokenRecord] {
        try sql.rows("SELECT \(columns) FROM tokens ORDER BY created_at, id").compactMap(TokenRecord.init)
    }

    func token(_ id: String) throws -> TokenRecord? {
        try sql.row("SELECT \(columns) FROM tokens WHERE id = $1", binding: id).flatMap(TokenRecord.init)
    }

    func tokenCount(createdWith creator: String, orIn chain: String, validAfter date: Date) throws -> Int {
        try sql.row(
            """
            SELECT COUNT(*) AS count FROM tokens
            WHERE (created_with = $1 OR chain = $2) AND id <> $2 AND (revoked_at IS NULL OR revoked_at > $3)
                AND (expires_at IS NULL OR expires_at > $3)
            """,
            binding: creator, chain, date
        )?.integer("count") ?? 0
    }

    func insertToken(_ token: TokenRecord) throws {
        try sql.run(
            "INSERT INTO tokens (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
            binding: token.id, token.digest, token.kind.rawValue, token.name, token.rights.rawValue,
            token.apps.map { JSONValue.of($0.sorted()).jsonText() }, token.createdAt, token.createdBy,
            token.createdWith,
            token.chain, token.expiresAt, token.revokedAt, token.lastUsedAt)
        recorder.note(.tokens)
    }

    /// Takes the lock of a token by an update that changes nothing.
    func lockToken(_ id: String) throws {
        try sql.run("UPDATE tokens SET name = name WHERE id = $1", binding: id)
    }

    func revokeToken(_ id: String, at date: Date) throws -> Bool {
        let revoked = try sql.run(
            "UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL", binding: id, date)
        guard revoked == 1 else { return false }
        recorder.note(.tokens)
        return true
    }

    /// No other server has to read the tokens again for it, so it is no change that they follow. In the order of ids, so that two
    /// servers that store uses do not wait for each other.
    func noteTokenUses(_ dates: [String: Date]) throws {
        for (id, date) in dates.sorted(by: { $0.key < $1.key }) {
            try sql.run(
                "UPDATE tokens SET used_at = $2 WHERE id = $1 AND (used_at IS NULL OR used_at < $2)", binding: id, date)
        }
    }
}

extension TokenRecord {
    /// `nil` for a token of a kind that a later version added: this one cannot know its rights.
    fileprivate init?(_ row: SQLRow) throws {
        guard let kind = TokenKind(rawValue: try row.text("kind")) else { return nil }
        self.init(
            id: try row.text("id"), digest: try row.text("digest"), kind: kind,
            name: try row.text("name"), rights: Rights(rawValue: try row.integer("rights")),
            apps: try row.optionalText("apps") == nil ? nil : Set(row.texts("apps")),
            createdAt: try row.date("created_at"), createdBy: try row.text("created_by"),
            createdWith: try row.optionalText("created_with"), chain: try row.optionalText("chain"),
            expiresAt: try row.optionalDate("expires_at"), revokedAt: try row.optionalDate("revoked_at"),
            lastUsedAt: try row.optionalDate("used_at"))
    }
}
