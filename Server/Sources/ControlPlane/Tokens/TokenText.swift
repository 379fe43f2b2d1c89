import AirworthySupport

/// The text of a token: its kind, 32 random bytes, and a checksum that detects malformed tokens without a look-up.
enum TokenText {
    private static let randomBytes = 32
    private static let bodyLength = 43
    private static let checksumLength = 6
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Creates the text of a new token with a purpose.
    static func make(_ kind: TokenKind, random: (Int) -> [UInt8]) -> String {
        let secret = "\(kind.rawValue)_\(Base64.encodeURL(random(randomBytes)))"
        return secret + checksum(of: secret)
    }

    /// Creates a public id for a token: 12 letters and digits.
    static func makeID(random: (Int) -> [UInt8]) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
        return String(decoding: random(12).map { letters[Int($0 & 31)] }, as: UTF8.self)
    }

    /// Whether a text has the form and the checksum of a token. Anyone can create such a text.
    static func isWellFormed(_ text: String) -> Bool {
        guard text.utf8.count <= 64, let mark = text.firstIndex(of: "_"),
            TokenKind(rawValue: String(text[..<mark])) != nil
        else { return false }
        let rest = text[text.index(after: mark)...]
        guard rest.utf8.count == bodyLength + checksumLength, rest.utf8.allSatisfy(digits.contains) else {
            return false
        }
        return ContentDigest.isEqual(text.suffix(checksumLength), checksum(of: String(text.dropLast(checksumLength))))
    }

    private static func checksum(of secret: String) -> String {
        String(ContentDigest.hex(Array("airworthy token \(secret)".utf8)).prefix(checksumLength))
    }
}

extension TokenService {
    /// Whether a text cannot be a token, because its form or its checksum is wrong.
    package func isMalformed(_ text: String) -> Bool { !TokenText.isWellFormed(text) }
}
