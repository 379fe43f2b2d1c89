import Foundation
import ServerSupport

/// Opens, finds and ends the sessions of browsers.
package struct SessionService: Sendable {
    /// The longest duration of a session in hours.
    package static let longestHours = 12
    /// The highest number of sessions of a token. A further one ends the oldest.
    static let mostOfToken = 100

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
        return try await open(id, detail: nil, requestID: requestID)
    }

    /// Opens a session for an admin token that this server has created for a sign-in link, without its text; otherwise
    /// as ``open(with:requestID:)``.
    package func open(
        forTokenWithID id: String, requestID: String? = nil
    ) async throws -> (text: String, session: Session) {
        try await open(id, detail: "by a sign-in link", requestID: requestID)
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
        try await store.write { try $0.deleteSession(digest) }
    }

    private func open(
        _ id: String, detail: String?, requestID: String?
    ) async throws -> (text: String, session: Session) {
        let now = now().storable
        let text = SessionText.make(random: random)
        let session = try await store.write { transaction in
            // A revocation at the same time comes wholly before or after this transaction.
            try transaction.lockToken(id)
            guard let token = try transaction.token(id) else {
                throw ControlPlaneError.unknownToken
            }
            try token.requireValid(at: now)
            guard token.kind == .admin else {
                throw ControlPlaneError(
                    .forbidden,
                    detail: "a token of the kind \"\(token.kind.rawValue)\" cannot sign in; use one of the kind \"adm\""
                )
            }
            let end = now.addingTimeInterval(Double(Self.longestHours) * 3_600)
            let record = SessionRecord(
                digest: SessionText.digest(of: text), tokenID: id, openedAt: now,
                expiresAt: token.expiresAt.map { min($0, end) } ?? end)
            try transaction.deleteSessions(ofToken: id, exceptNewest: Self.mostOfToken - 1)
            try transaction.insertSession(record)
            let session = Session(record, token: token, text: text)
            var principal = session.principal
            principal.requestID = requestID
            try transaction.insertAudit(
                AuditEntry(at: now, by: principal, action: "session.opened", detail: detail))
            return session
        }
        return (text, session)
    }
}
