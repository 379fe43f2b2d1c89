package import Foundation

/// An address that signs a browser in once, so that nobody has to paste a token.
///
/// Until it is used or too old it is stored in the table of the sessions, so that every node can open it.
package struct SignInLink: Hashable, Sendable {
    /// The time for which a link works unless another is asked for.
    package static let usualLifetime = Duration.seconds(60)

    private static let randomBytes = 32
    /// The hexadecimal digits of a code.
    private static let digits = 64
    /// Begins what is stored of a link, so that it is never the digest of a session's text.
    private static let mark = "link "

    /// The path, with its query, to open at the server's address.
    package let path: String
    package let expiresAt: Date

    init(code: String, expiresAt: Date) {
        path = "/sign-in?once=\(code)"
        self.expiresAt = expiresAt
    }

    /// Returns the code of a new link, made of bytes from `random`.
    static func code(random: (Int) -> [UInt8]) -> String { ContentDigest.hex(random(randomBytes)) }

    /// Whether a text has the form of a code. Anyone can create such a text.
    static func isWellFormed(_ code: String) -> Bool {
        code.utf8.count == digits && code.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// Returns what the store keeps of a code: not the code.
    static func digest(of code: String) -> String { mark + ContentDigest.hex(Array(code.utf8)) }

    /// Whether a stored digest is that of a link.
    static func isDigest(_ text: String) -> Bool { text.hasPrefix(mark) }
}
