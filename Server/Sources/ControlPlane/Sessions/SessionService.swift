import Foundation
import ServerSupport

/// Opens, finds and ends the sessions of browsers.
package struct SessionService: Sendable {
    /// The longest duration of a session in hours.
    package static let longestHours = 12
    /// The highest number of sessions of a token. A further one ends the oldest.
    static let mostOfToken = 100
    /// The highest number of sessions in a list.
    package static let mostListed = 1_000

    let store: any Store
    let tokens: TokenService
    let random: @Sendable (Int) -> [UInt8]
    let now: @Sendable () -> Date

    /// Opens a session for the text of an admin token; the id of the request is for the audit. Returns the text of the
    /// session, to be set as a cookie.
    /// - Throws: ``ControlPlaneError`` `unauthorized` or `storeUnavailable` as ``TokenService/authenticate(_:)`` does,
    ///   `forbidden` for a token of another kind; ``StoreError``.
    package func open(
        with token: String, requestID: String? = nil
    ) async throws -> (text: String, session: Session) {
        guard let id = try tokens.authenticate(token).tokenID else {
            throw ControlPlaneError.unknownToken
        }
        let (text, now) = (SessionText.make(random: random), now().storable)
        let session = try await store.write { transaction in
            try Self.begin(text, of: id, at: now, detail: nil, requestID: requestID, in: transaction)
        }
        return (text, session)
    }

    /// Makes a link that opens a session for an admin token, once, within `lifetime`, on every node.
    /// - Throws: ``ControlPlaneError`` `unauthorized` or `forbidden` as ``open(with:requestID:)`` does; ``StoreError``.
    package func makeLink(
        for principal: Principal, within lifetime: Duration = SignInLink.usualLifetime
    ) async throws -> SignInLink {
        guard let id = principal.tokenID else { throw ControlPlaneError.unknownToken }
        let now = now().storable
        let code = SignInLink.code(random: random)
        return try await store.write { transaction in
            let (record, _) = try Self.insert(
                SignInLink.digest(of: code), of: id, at: now, until: now + lifetime, in: transaction)
            return SignInLink(code: code, expiresAt: record.expiresAt)
        }
    }

    /// Opens a session by the code of a link, and ends the link; otherwise as ``open(with:requestID:)``. Returns `nil` if the
    /// link was used before, is too old or was never made.
    package func open(
        withLink code: String, requestID: String? = nil
    ) async throws -> (text: String, session: Session)? {
        let (digest, text, now) = (SignInLink.digest(of: code), SessionText.make(random: random), now().storable)
        // Read first: a write for every guessed code would hold up other writes.
        guard SignInLink.isWellFormed(code), let link = try await store.read({ try $0.session(digest) }),
            link.expiresAt > now
        else { return nil }
        let session = try await store.write { transaction -> Session? in
            // Of two uses at the same time, the second one waits here and finds nothing to delete.
            try transaction.lockToken(link.tokenID)
            guard try transaction.deleteSession(digest) else { return nil }
            return try Self.begin(
                text, of: link.tokenID, at: now, detail: "by a sign-in link", requestID: requestID, in: transaction)
        }
        return session.map { (text, $0) }
    }

    /// Returns the session of a cookie; `nil` if it is unknown, ended or expired, or if its token was revoked or has
    /// expired.
    ///
    /// Reads the store, so that a session counts as ended at once when its token is revoked on another node.
    package func session(_ text: String) async throws -> Session? {
        guard SessionText.isWellFormed(text) else { return nil }
        let (digest, now) = (SessionText.digest(of: text), now())
        let session = try await store.read { transaction -> Session? in
            guard let record = try transaction.session(digest), record.expiresAt > now,
                let token = try transaction.token(record.tokenID), token.isValid(at: now)
            else { return nil }
            return Session(record, token: token, text: text)
        }
        if let id = session?.principal.tokenID { tokens.noteUse(of: id) }
        return session
    }

    /// Ends a session. Does nothing if it is unknown or has ended.
    package func close(_ text: String) async throws {
        guard SessionText.isWellFormed(text) else { return }
        let digest = SessionText.digest(of: text)
        _ = try await store.write { try $0.deleteSession(digest) }
    }

    /// Returns the open sessions of tokens that a principal may see, the newest first, at most ``mostListed``.
    package func list(for principal: Principal) async throws -> [OpenSession] {
        try principal.require(.tokens)
        let now = now()
        return try await store.read { transaction in
            try Self.open(to: principal, at: now, in: transaction).map { OpenSession($0, token: $1) }
        }
    }

    /// Ends a session by its id in ``list(for:)``, on all nodes at once.
    /// - Throws: ``ControlPlaneError`` `notFound`, `forbidden`; ``StoreError``.
    package func end(_ id: String, by principal: Principal) async throws {
        try principal.require(.tokens)
        let now = now().storable
        try await store.write { transaction in
            guard
                let (record, token) = try Self.open(to: principal, at: now, in: transaction).first(where: {
                    $0.0.id == id
                })
            else { throw ControlPlaneError(.notFound, detail: "there is no open session with that id") }
            guard try transaction.deleteSession(record.digest) else { return }
            try transaction.insertAudit(
                AuditEntry(
                    at: now, by: principal, action: "session.ended", detail: "of \(token.id) \"\(token.name)\""))
        }
    }

    private static func open(
        to principal: Principal, at now: Date, in transaction: any ReadTransaction
    ) throws -> [(SessionRecord, TokenRecord)] {
        let tokens = Dictionary(
            uniqueKeysWithValues: try transaction.tokens().filter {
                $0.isValid(at: now) && $0.isVisible(to: principal)
            }.map { ($0.id, $0) })
        return try transaction.sessions(at: now).lazy.filter { !SignInLink.isDigest($0.digest) }
            .compactMap { record in tokens[record.tokenID].map { (record, $0) } }
            .prefix(mostListed).map { $0 }
    }

    /// Opens a session of a token with a text.
    private static func begin(
        _ text: String, of id: String, at now: Date, detail: String?, requestID: String?,
        in transaction: any WriteTransaction
    ) throws -> Session {
        let (record, token) = try insert(
            SessionText.digest(of: text), of: id, at: now, until: now + .seconds(longestHours * 3_600), in: transaction)
        let session = Session(record, token: token, text: text)
        var principal = session.principal
        principal.requestID = requestID
        try transaction.insertAudit(AuditEntry(at: now, by: principal, action: "session.opened", detail: detail))
        return session
    }

    /// Stores a session or a link of an admin token. One too many ends the oldest.
    private static func insert(
        _ digest: String, of id: String, at now: Date, until end: Date, in transaction: any WriteTransaction
    ) throws -> (record: SessionRecord, token: TokenRecord) {
        // A revocation at the same time comes wholly before or after this transaction.
        try transaction.lockToken(id)
        guard let token = try transaction.token(id) else { throw ControlPlaneError.unknownToken }
        try token.requireValid(at: now)
        guard token.kind == .admin else {
            throw ControlPlaneError(
                .forbidden,
                detail: "a token of the kind \"\(token.kind.rawValue)\" cannot sign in; use one of the kind \"adm\"")
        }
        let record = SessionRecord(
            digest: digest, tokenID: id, openedAt: now, expiresAt: token.expiresAt.map { min($0, end) } ?? end)
        try transaction.deleteSessions(ofToken: id, exceptNewest: mostOfToken - 1)
        try transaction.insertSession(record)
        return (record, token)
    }
}
