import AirworthySupport
package import Foundation

/// A signed-in browser.
package struct Session: Hashable, Sendable {
    /// The principal of the token that the session was opened with, with the rights and apps that the token has now.
    package var principal: Principal
    /// The name of the session in lists; see ``SessionRecord/id``.
    package let id: String
    package let openedAt: Date
    /// The date of expiry: ``SessionService/longestHours`` after opening, or when the token expires if that is sooner.
    package let expiresAt: Date
    /// The text that every form of the session carries, so that another site cannot send one. It is never stored.
    package let formToken: String

    package init(principal: Principal, id: String, openedAt: Date, expiresAt: Date, formToken: String) {
        self.principal = principal
        self.id = id
        self.openedAt = openedAt
        self.expiresAt = expiresAt
        self.formToken = formToken
    }

    /// Creates the session of a stored record, with the token it was opened with and the text of the session.
    init(_ record: SessionRecord, token: TokenRecord, text: String) {
        self.init(
            principal: token.principal, id: record.id, openedAt: record.openedAt, expiresAt: record.expiresAt,
            formToken: SessionText.formToken(of: text))
    }
}

/// The text of a session: 32 random bytes.
enum SessionText {
    private static let randomBytes = 32
    private static let length = 43
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Returns the text of a new session, made of bytes from `random`.
    static func make(random: (Int) -> [UInt8]) -> String { Base64.encodeURL(random(randomBytes)) }

    /// Whether a text has the form of a session's. Anyone can create such a text.
    static func isWellFormed(_ text: String) -> Bool {
        text.utf8.count == length && text.utf8.allSatisfy(digits.contains)
    }

    static func digest(of text: String) -> String { ContentDigest.hex(Array(text.utf8)) }

    /// Returns the text for the forms of a session. It does not reveal the session's text.
    static func formToken(of text: String) -> String { ContentDigest.hex(Array("airworthy form \(text)".utf8)) }
}

/// A session or a sign-in link as it is stored: the SHA-256 of its text, never the text itself.
package struct SessionRecord: Hashable, Sendable {
    private static let idDigits = 16

    /// SHA-256 of the session's text, in hexadecimal; for a link see ``SignInLink/digest(of:)``.
    package let digest: String
    /// The id of the token that it was opened with.
    package let tokenID: String
    package let openedAt: Date
    package let expiresAt: Date

    package init(digest: String, tokenID: String, openedAt: Date, expiresAt: Date) {
        self.digest = digest
        self.tokenID = tokenID
        self.openedAt = openedAt
        self.expiresAt = expiresAt
    }

    /// The name of the session in lists: the beginning of its digest, which neither continues the session nor finds its text.
    package var id: String { String(digest.prefix(Self.idDigits)) }
}

package protocol SessionReads {
    /// Returns a session, expired ones too, by the SHA-256 of its text in hexadecimal.
    func session(_ digest: String) throws -> SessionRecord?
    /// Returns the sessions and links that have not expired, the newest first.
    func sessions(at date: Date) throws -> [SessionRecord]
}

package protocol SessionWrites: SessionReads {
    func insertSession(_ session: SessionRecord) throws
    /// Removes a session, by its digest. Returns whether there was one.
    func deleteSession(_ digest: String) throws -> Bool
    /// Removes the sessions of a token except those that were opened last.
    func deleteSessions(ofToken id: String, exceptNewest count: Int) throws
    func deleteSessions(expiredBy date: Date) throws
}
