import Foundation
import ServerSupport
import Synchronization

/// Creates, authenticates and revokes tokens.
package struct TokenService: Sendable {
    /// The setting with the id of the first admin token.
    private static let firstTokenSetting = "first-admin-token"
    /// The time for which a token still counts after it was revoked or has expired, so that a creator gets no further by revoking.
    package static let countedAfterwards = Duration.seconds(86_400)

    let store: any Store
    let random: @Sendable (Int) -> [UInt8]
    let now: @Sendable () -> Date
    private let limit: Int?
    private let reserve: DiskReserve
    private let age: TokenAge
    private let table = TokenTable()
    private let uses = TokenUses()

    init(
        store: any Store, age: TokenAge, random: @escaping @Sendable (Int) -> [UInt8], limit: Int?,
        reserve: DiskReserve, now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.age = age
        self.random = random
        self.limit = limit
        self.reserve = reserve
        self.now = now
    }

    /// The time since this node read the tokens; `nil` before the first time.
    package var timeSinceRead: Duration? { age.current }

    /// Returns the principal that the text of a token identifies. Looks the token up in memory, not in the store.
    /// - Throws: ``ControlPlaneError`` `unauthorized`; `storeUnavailable` for an admin or CI token that may have been
    ///   revoked on another node, because this one could not read the tokens for too long.
    package func authenticate(_ text: String) throws(ControlPlaneError) -> Principal {
        guard TokenText.isWellFormed(text) else {
            throw ControlPlaneError(.unauthorized, detail: "this is not a token; check that it was copied completely")
        }
        let digest = ContentDigest.hex(Array(text.utf8))
        guard let record = table.record(digest: digest), ContentDigest.isEqual(record.digest, digest) else {
            throw ControlPlaneError.unknownToken
        }
        let now = now()
        try record.requireValid(at: now)
        if record.kind == .admin || record.kind == .ci { try age.check() }
        uses.note(record.id, at: now)
        return record.principal
    }

    /// Notes that a session of a token was used.
    func noteUse(of id: String) { uses.note(id, at: now()) }

    /// Stores the uses that this node noted, at most every ten minutes.
    func storeUses() async {
        let dates = uses.take(at: age.uptime())
        guard !dates.isEmpty else { return }
        do {
            try await store.write { try $0.noteTokenUses(dates) }
        } catch {
            uses.putBack(dates)
        }
    }

    /// Whether a text has the form of a token, but none is known with it. Another node may just have created it.
    package func isUnknown(_ text: String) -> Bool {
        TokenText.isWellFormed(text) && table.record(digest: ContentDigest.hex(Array(text.utf8))) == nil
    }

    /// Creates a token with at most the rights of its creator. Its text is returned here and never again.
    ///
    /// A token may create a limited number of others. Those that it created count, and those of the same chain of
    /// creations; see ``TokenRecord/chain``. One that was revoked or has expired counts for another day.
    /// - Throws: `forbidden` for more rights than the creator's; `unauthorized` if that token was revoked meanwhile.
    package func create(_ draft: Draft, by principal: Principal) async throws -> (record: TokenRecord, text: String) {
        try principal.require(.tokens)
        if principal.tokenID != nil { try reserve.require(for: .changes) }
        let now = now().storable
        let text = TokenText.make(draft.kind, random: random)
        let id = TokenText.makeID(random: random)
        let record = try await writeOrRevoke(id, by: principal) { transaction in
            let creator = try Self.record(of: principal, in: transaction, at: now)
            // Only apps that the creator may see are looked up. For others `draft.record` throws `forbidden`, so that
            // the error does not reveal whether they exist.
            for slug in draft.apps?.sorted() ?? [] where principal.covers(slug) {
                guard case .live = try transaction.app(slug) else {
                    throw ControlPlaneError(.invalid, detail: ControlPlaneError.noApp(slug).detail, pointer: "/apps")
                }
            }
            // A token expires at the latest together with its creator's token.
            let record = try draft.record(id: id, text: text, by: principal, until: creator?.expiresAt, at: now)
            try checkCount(of: principal, at: now, in: transaction)
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

    private func checkCount(of creator: Principal, at now: Date, in transaction: any TokenReads) throws {
        guard let limit, let id = creator.tokenID, let chain = creator.chain else { return }
        let count = try transaction.tokenCount(
            createdWith: id, orIn: chain, validAfter: now - Self.countedAfterwards)
        guard count >= limit else { return }
        throw ControlPlaneError(
            .tooManyTokens,
            detail:
                "\(count) tokens were created with \"\(creator.name)\" or belong to its chain, and \(limit) is the limit of the "
                + "server's setting `tokens.perCreator`; revoke some, which stop counting \(Self.countedAfterwards.words) later, or raise it"
        )
    }

    /// Runs the write that creates a token. If its outcome is unknown, the token is revoked, because nobody gets to see its
    /// text.
    private func writeOrRevoke(
        _ id: String, by principal: Principal,
        body: @escaping @Sendable (any WriteTransaction) throws -> TokenRecord
    ) async throws -> TokenRecord {
        do {
            return try await store.write(body)
        } catch StoreError.outcomeUnknown {
            table.doubt(id, createdWith: principal.tokenID)
            await revokeDoubtful()
            throw StoreError.outcomeUnknown
        }
    }

    /// Revokes the tokens whose creation is in doubt. Those that remain, because the store still fails, are revoked at the
    /// next call.
    func revokeDoubtful() async {
        let now = now().storable
        for (id, creator) in table.doubtful {
            let isDone: Void? = try? await store.write { transaction in
                // Waits for the transaction in doubt, which holds this lock.
                if let creator { try transaction.lockToken(creator) }
                guard try transaction.revokeToken(id, at: now) else { return }
                try transaction.insertAudit(
                    AuditEntry(
                        at: now, by: .server, action: "token.revoked", detail: "\(id), whose creation was in doubt"))
            }
            if isDone != nil { table.endDoubt(of: id) }
        }
    }

    /// Returns the token of a caller; `nil` for the server itself.
    package func token(of principal: Principal) async throws -> TokenRecord? {
        guard let id = principal.tokenID else { return nil }
        return try await store.read { try $0.token(id) }
    }

    /// Returns the tokens that a principal may see, by date of creation. What other nodes saw of their use in the last ten minutes may
    /// be missing.
    package func list(for principal: Principal) async throws -> [TokenRecord] {
        try principal.require(.tokens)
        return uses.added(to: try await store.read { try $0.tokens() }.filter { $0.isVisible(to: principal) })
    }

    /// Revokes a token, and if asked those that were created with it, those that were created with these, and so on.
    /// This node rejects it at once, and other nodes reject it within five seconds. Returns the token, also if it was
    /// revoked before, and then the others that this call revoked.
    @discardableResult
    package func revoke(
        _ id: String, includingCreated includesCreated: Bool = false, by principal: Principal
    ) async throws -> [TokenRecord] {
        try principal.require(.tokens)
        let now = now().storable
        let records = try await store.write { transaction in
            try transaction.lockToken(id)
            guard let token = try transaction.token(id), token.isVisible(to: principal) else {
                throw ControlPlaneError.noToken
            }
            // A token that is revoked already keeps its date, and there is nothing to audit.
            var revoked = [try Self.revoke(token, at: now, by: principal, in: transaction) ?? token]
            guard includesCreated else { return revoked }
            var seen: Set<String> = []
            while true {
                // Read again after each round: a token may have created another before its lock was taken.
                let others = TokenTree(try transaction.tokens()).descendants(of: id).filter {
                    $0.isVisible(to: principal) && !seen.contains($0.id)
                }
                guard !others.isEmpty else { return revoked }
                for other in others {
                    seen.insert(other.id)
                    try transaction.lockToken(other.id)
                    if let record = try Self.revoke(other, at: now, by: principal, in: transaction) {
                        revoked.append(record)
                    }
                }
            }
        }
        table.update(with: records)
        return records
    }

    /// Revokes a token in a transaction; returns `nil` if it was revoked before.
    private static func revoke(
        _ token: TokenRecord, at now: Date, by principal: Principal, in transaction: any WriteTransaction
    ) throws -> TokenRecord? {
        var record = token
        guard record.revokedAt == nil, try transaction.revokeToken(record.id, at: now) else { return nil }
        record.revokedAt = now
        try transaction.insertAudit(
            AuditEntry(
                at: now, by: principal, action: "token.revoked",
                detail: "\(record.kind.rawValue) \(record.id) \"\(record.name)\""))
        return record
    }

    /// Creates the first admin token, unless one was ever created. Returns its text, to show once; `nil` if it was
    /// created before.
    ///
    /// If several nodes start at once, only the node that stores the setting first creates the token.
    package func createFirstAdminToken() async throws -> String? {
        let now = now().storable
        let text = TokenText.make(.admin, random: random)
        let id = TokenText.makeID(random: random)
        let create: @Sendable (any WriteTransaction) throws -> TokenRecord? = { transaction in
            guard try transaction.claimSetting(Self.firstTokenSetting, value: id) else {
                // This call may have stored it, and lost the answer.
                guard try transaction.setting(Self.firstTokenSetting) == id else { return nil }
                return try transaction.tokens().first { $0.id == id }
            }
            let draft = Draft(kind: .admin, name: Principal.firstAdminName)
            let record = try draft.record(id: id, text: text, by: .server, until: nil, at: now)
            try transaction.insertToken(record)
            try transaction.insertAudit(
                AuditEntry(
                    at: now, by: .server, action: "token.created", detail: "adm \(id), the first"))
            return record
        }
        let record: TokenRecord?
        do {
            record = try await store.write(create)
        } catch StoreError.outcomeUnknown {
            record = try await store.write(create)
        }
        guard let record else { return nil }
        table.update(with: [record])
        return text
    }

    /// The time to note for a read of the tokens that begins now; see ``update(with:readAt:)``.
    var readTime: Duration { age.uptime() }

    /// Updates the table in memory with every token of the store; `nil` if none has changed since the last read. The
    /// time is the ``readTime`` before they were read.
    func update(with records: [TokenRecord]?, readAt time: Duration) {
        if let records { table.update(with: records) }
        age.note(time)
    }

    /// Returns the stored token of a principal; `nil` for the server itself.
    private static func record(
        of principal: Principal, in transaction: any WriteTransaction, at now: Date
    ) throws -> TokenRecord? {
        guard let id = principal.tokenID else { return nil }
        // A revocation at the same time comes wholly before or after this transaction.
        try transaction.lockToken(id)
        guard let record = try transaction.token(id), record.isValid(at: now) else {
            throw ControlPlaneError(.unauthorized, detail: "the token of this request is no longer valid")
        }
        return record
    }
}

/// The tokens in memory, by the digest of their text.
private final class TokenTable: Sendable {
    private let records = Mutex<[String: TokenRecord]>([:])
    private let doubts = Mutex<[String: String?]>([:])

    /// The tokens whose creation is in doubt, each with the token that created it.
    var doubtful: [String: String?] { doubts.withLock { $0 } }

    func doubt(_ id: String, createdWith creator: String?) { doubts.withLock { $0[id] = .some(creator) } }

    func endDoubt(of id: String) { doubts.withLock { _ = $0.removeValue(forKey: id) } }

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
