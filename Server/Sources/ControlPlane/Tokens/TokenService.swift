import Foundation
import Synchronization

/// Creates, authenticates and revokes tokens.
package struct TokenService: Sendable {
    /// The setting with the id of the first admin token.
    private static let firstTokenSetting = "first-admin-token"

    let store: any Store
    let random: @Sendable (Int) -> [UInt8]
    let now: @Sendable () -> Date
    private let table = TokenTable()

    init(store: any Store, random: @escaping @Sendable (Int) -> [UInt8], now: @escaping @Sendable () -> Date) {
        self.store = store
        self.random = random
        self.now = now
    }

    /// Returns the principal that a token identifies. Looks the token up in memory, not in the store.
    /// - Parameter text: The token's text.
    /// - Returns: The principal.
    /// - Throws: ``ControlPlaneError`` `unauthorized`.
    package func authenticate(_ text: String) throws(ControlPlaneError) -> Principal {
        guard TokenText.isWellFormed(text) else {
            throw ControlPlaneError(.unauthorized, detail: "this is not a token; check that it was copied completely")
        }
        let digest = ContentDigest.hex(Array(text.utf8))
        guard let record = table.record(digest: digest), ContentDigest.isEqual(record.digest, digest) else {
            throw ControlPlaneError(.unauthorized, detail: "this token is unknown")
        }
        guard record.revokedAt == nil else { throw ControlPlaneError(.unauthorized, detail: "this token was revoked") }
        if let end = record.expiresAt, end <= now() {
            throw ControlPlaneError(.unauthorized, detail: "this token has expired; create a new one")
        }
        return Principal(
            tokenID: record.id, name: record.name, kind: record.kind, rights: record.rights, apps: record.apps)
    }

    /// Creates a token with at most the rights of its creator. Its text is returned here and never again.
    /// - Parameters:
    ///   - draft: The properties of the token.
    ///   - principal: The creator.
    /// - Returns: The stored record, and the text.
    /// - Throws: ``ControlPlaneError`` `invalid` with a pointer, `forbidden` for more rights than the creator's,
    ///   `unauthorized` if the creator's token was revoked meanwhile; ``StoreError``.
    package func create(_ draft: Draft, by principal: Principal) async throws -> (record: TokenRecord, text: String) {
        try principal.require(.tokens)
        let now = now().storable
        let text = TokenText.make(draft.kind, random: random)
        let id = TokenText.makeID(random: random)
        let record = try await store.write { transaction in
            let creator = try Self.record(of: principal, in: transaction, at: now)
            // Only apps that the creator may see are looked up. For others `draft.record` throws `forbidden`, so that
            // the error does not reveal whether they exist.
            for slug in draft.apps?.sorted() ?? [] where principal.covers(slug) {
                guard case .live = try transaction.app(slug) else {
                    throw ControlPlaneError(.invalid, detail: "there is no app \"\(slug)\"", pointer: "/apps")
                }
            }
            // A token expires at the latest together with its creator's token.
            let record = try draft.record(id: id, text: text, by: principal, until: creator?.expiresAt, at: now)
            try transaction.insertToken(record)
            try transaction.insertAudit(
                AuditEntry(
                    at: now, by: principal, action: "token.created",
                    detail: "\(draft.kind.rawValue) \(id) \"\(draft.name)\""))
            return record
        }
        table.update(with: [record])
        return (record, text)
    }

    /// Returns the tokens that a principal may see, by date of creation.
    /// - Throws: ``ControlPlaneError`` `forbidden`; ``StoreError``.
    package func list(for principal: Principal) async throws -> [TokenRecord] {
        try principal.require(.tokens)
        return try await store.read { try $0.tokens() }.filter { $0.isVisible(to: principal) }
    }

    /// Revokes a token. This node rejects it at once, and other nodes reject it within five seconds.
    /// - Parameters:
    ///   - id: The id of the token.
    ///   - principal: The principal that revokes it.
    /// - Returns: The token, also if it was revoked before.
    /// - Throws: ``ControlPlaneError`` `notFound` or `forbidden`; ``StoreError``.
    package func revoke(_ id: String, by principal: Principal) async throws -> TokenRecord {
        try principal.require(.tokens)
        let now = now().storable
        let record = try await store.write { transaction in
            guard var record = try transaction.tokens().first(where: { $0.id == id }), record.isVisible(to: principal)
            else { throw ControlPlaneError(.notFound, detail: "there is no token with that id") }
            // A token that is revoked already keeps its date, and there is nothing to audit.
            guard record.revokedAt == nil, try transaction.revokeToken(id, at: now) else { return record }
            record.revokedAt = now
            try transaction.insertAudit(
                AuditEntry(
                    at: now, by: principal, action: "token.revoked",
                    detail: "\(record.kind.rawValue) \(id) \"\(record.name)\""))
            return record
        }
        table.update(with: [record])
        return record
    }

    /// Creates the first admin token, unless one was ever created.
    ///
    /// If several nodes start at once, only the node that stores the setting first creates the token.
    /// - Returns: Its text, to show once; `nil` if it was created before.
    /// - Throws: ``StoreError``.
    package func createFirstAdminToken() async throws -> String? {
        let now = now().storable
        let text = TokenText.make(.admin, random: random)
        let id = TokenText.makeID(random: random)
        let record = try await store.write { transaction -> TokenRecord? in
            guard try transaction.claimSetting(Self.firstTokenSetting, value: id) else { return nil }
            let draft = Draft(kind: .admin, name: Principal.firstAdminName)
            let record = try draft.record(id: id, text: text, by: .server, until: nil, at: now)
            try transaction.insertToken(record)
            try transaction.insertAudit(
                AuditEntry(
                    at: now, by: .server, action: "token.created", detail: "adm \(id), the first"))
            return record
        }
        guard let record else { return nil }
        table.update(with: [record])
        return text
    }

    /// Updates the table in memory with records of the store.
    func update(with records: [TokenRecord]) { table.update(with: records) }

    /// Returns the stored token of a principal; `nil` for the server itself.
    private static func record(
        of principal: Principal, in transaction: any ReadTransaction, at now: Date
    ) throws -> TokenRecord? {
        guard let id = principal.tokenID else { return nil }
        guard let record = try transaction.tokens().first(where: { $0.id == id }), record.revokedAt == nil,
            record.expiresAt.map({ $0 > now }) ?? true
        else { throw ControlPlaneError(.unauthorized, detail: "the token of this request is no longer valid") }
        return record
    }
}

/// The tokens in memory, by the digest of their text.
private final class TokenTable: Sendable {
    private let records = Mutex<[String: TokenRecord]>([:])

    func record(digest: String) -> TokenRecord? { records.withLock { $0[digest] } }

    /// Adds and replaces records. A revoked token stays revoked, even if an older read of the store shows it as valid.
    func update(with changed: [TokenRecord]) {
        records.withLock { records in
            for var record in changed {
                record.revokedAt = record.revokedAt ?? records[record.digest]?.revokedAt
                records[record.digest] = record
            }
        }
    }
}
