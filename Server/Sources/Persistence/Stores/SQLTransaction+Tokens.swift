import ControlPlane
import Foundation

extension SQLTransaction {
    private static let columns =
        "id, digest, kind, name, rights, apps, created_at, created_by, expires_at, revoked_at"

    func tokens() throws -> [TokenRecord] {
        try sql.rows("SELECT \(Self.columns) FROM tokens ORDER BY created_at, id").map(TokenRecord.init)
    }

    func insertToken(_ token: TokenRecord) throws {
        try sql.run(
            "INSERT INTO tokens (\(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            token.id, token.digest, token.kind.rawValue, token.name, token.rights.rawValue,
            token.apps.map { JSONColumn.text($0.sorted()) }, token.createdAt, token.createdBy, token.expiresAt,
            token.revokedAt)
    }

    func revokeToken(_ id: String, at: Date) throws -> Bool {
        try sql.run("UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL", id, at) == 1
    }
}

extension TokenRecord {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.text("id"), digest: try row.text("digest"), kind: try row.oneOf("kind", TokenKind.self),
            name: try row.text("name"), rights: Rights(rawValue: try row.integer("rights")),
            apps: try row.textIfAny("apps") == nil ? nil : Set(row.texts("apps")),
            createdAt: try row.date("created_at"), createdBy: try row.text("created_by"),
            expiresAt: try row.dateIfAny("expires_at"), revokedAt: try row.dateIfAny("revoked_at"))
    }
}
