package import Foundation

/// Who is asking.
package struct TokenService: Sendable {
    /// What a new token is to be.
    package struct Draft: Sendable {
        /// What it is for.
        package var kind: TokenKind
        /// What people call it; the author in histories.
        package var name: String
        /// `nil`: what the kind may do, cut to what the minter may do.
        package var rights: Rights?
        /// `nil`: the minter's.
        package var apps: Set<String>?
        /// `nil`: when the minter's ends.
        package var expiresAt: Date?

        /// Makes a draft.
        package init(
            kind: TokenKind, name: String, rights: Rights? = nil, apps: Set<String>? = nil, expiresAt: Date? = nil
        ) {
            self.kind = kind
            self.name = name
            self.rights = rights
            self.apps = apps
            self.expiresAt = expiresAt
        }
    }

    private static let firstSetting = "first-admin-token"

    let store: any Store
    let random: @Sendable (Int) -> [UInt8]
    let now: @Sendable () -> Date
    private let table = TokenTable()

    init(store: any Store, random: @escaping @Sendable (Int) -> [UInt8], now: @escaping @Sendable () -> Date) {
        self.store = store
        self.random = random
        self.now = now
    }

    /// Who bears a token. No I/O: looks into the table in memory, and not even there for garbage.
    /// - Parameter text: The token's text.
    /// - Returns: The bearer.
    /// - Throws: ``ControlPlaneError`` `unauthorized`.
    package func authenticate(_ text: String) throws(ControlPlaneError) -> Principal {
        guard TokenText.isWellFormed(text) else {
            throw ControlPlaneError(.unauthorized, detail: "this is no token; check that it was copied whole")
        }
        let digest = ContentDigest.hex(Array(text.utf8))
        guard let record = table.record(digest), ContentDigest.isEqual(record.digest, digest) else {
            throw ControlPlaneError(.unauthorized, detail: "this token is not known here")
        }
        guard record.revokedAt == nil else { throw ControlPlaneError(.unauthorized, detail: "this token was revoked") }
        if let end = record.expiresAt, end <= now() {
            throw ControlPlaneError(.unauthorized, detail: "this token has expired; make a new one")
        }
        return Principal(
            tokenID: record.id, name: record.name, kind: record.kind, rights: record.rights, apps: record.apps)
    }

    /// Makes a token that may do no more than its minter. Its text is told here and never again.
    /// - Parameters:
    ///   - draft: What it is to be.
    ///   - principal: The minter.
    /// - Returns: What is stored, and the text.
    /// - Throws: ``ControlPlaneError`` `invalid` with a pointer, `forbidden` where it would be more than its minter,
    ///   `unauthorized` if that was revoked meanwhile; ``StoreError``.
    package func create(_ draft: Draft, by principal: Principal) async throws -> (record: TokenRecord, text: String) {
        try principal.require(.tokens)
        let now = Instant.stored(now())
        let text = TokenText.make(draft.kind, random)
        let id = TokenText.makeID(random)
        let record = try await store.write { transaction in
            let minter = try Self.minter(principal, in: transaction, at: now)
            for slug in draft.apps?.sorted() ?? [] where principal.covers(slug) {
                guard case .live = try transaction.app(slug) else {
                    throw ControlPlaneError(.invalid, detail: "there is no app \"\(slug)\"", pointer: "/apps")
                }
            }
            let record = try draft.record(id: id, text: text, by: principal, endingWith: minter?.expiresAt, at: now)
            try transaction.insertToken(record)
            try transaction.insertAudit(
                AuditEntry(
                    at: now, actor: principal.name, action: "token.created",
                    detail: "\(draft.kind.rawValue) \(id) \"\(draft.name)\""))
            return record
        }
        table.take([record])
        return (record, text)
    }

    /// The tokens a principal may see, by the time they were made.
    /// - Throws: ``ControlPlaneError`` `forbidden`; ``StoreError``.
    package func list(for principal: Principal) async throws -> [TokenRecord] {
        try principal.require(.tokens)
        return try await store.read { try $0.tokens() }.filter { $0.isVisible(to: principal) }
    }

    /// Revokes a token; it stops counting at once here, and within five seconds on other nodes.
    /// - Parameters:
    ///   - id: Its id.
    ///   - principal: Who revokes it.
    /// - Returns: The token, also if it was revoked before.
    /// - Throws: ``ControlPlaneError`` `notFound` or `forbidden`; ``StoreError``.
    package func revoke(_ id: String, by principal: Principal) async throws -> TokenRecord {
        try principal.require(.tokens)
        let now = Instant.stored(now())
        let record = try await store.write { transaction in
            guard var record = try transaction.tokens().first(where: { $0.id == id }), record.isVisible(to: principal)
            else { throw ControlPlaneError(.notFound, detail: "there is no token with that id") }
            guard record.revokedAt == nil, try transaction.revokeToken(id, at: now) else { return record }
            record.revokedAt = now
            try transaction.insertAudit(
                AuditEntry(
                    at: now, actor: principal.name, action: "token.revoked",
                    detail: "\(record.kind.rawValue) \(id) \"\(record.name)\""))
            return record
        }
        table.take([record])
        return record
    }

    /// Makes the first admin token, unless one was ever made: of two nodes that start at once, one gets it.
    /// - Returns: Its text, to be shown once; `nil` if somebody has it already.
    /// - Throws: ``StoreError``.
    package func createFirstAdminToken() async throws -> String? {
        let now = Instant.stored(now())
        let text = TokenText.make(.admin, random)
        let id = TokenText.makeID(random)
        let record = try await store.write { transaction -> TokenRecord? in
            guard try transaction.claimSetting(Self.firstSetting, value: id) else { return nil }
            let draft = Draft(kind: .admin, name: "first admin")
            let record = try draft.record(id: id, text: text, by: .server, endingWith: nil, at: now)
            try transaction.insertToken(record)
            try transaction.insertAudit(
                AuditEntry(
                    at: now, actor: Principal.server.name, action: "token.created", detail: "adm \(id), the first"))
            return record
        }
        guard let record else { return nil }
        table.take([record])
        return text
    }

    /// Takes over what the store has.
    func take(_ records: [TokenRecord]) { table.take(records) }

    /// The minter's own token as it stands in the store; `nil` for the server itself.
    private static func minter(
        _ principal: Principal, in transaction: any ReadTransaction, at now: Date
    ) throws -> TokenRecord? {
        guard let id = principal.tokenID else { return nil }
        guard let minter = try transaction.tokens().first(where: { $0.id == id }), minter.revokedAt == nil,
            minter.expiresAt.map({ $0 > now }) ?? true
        else { throw ControlPlaneError(.unauthorized, detail: "the token this was asked with does not count any more") }
        return minter
    }
}
