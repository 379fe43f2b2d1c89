import Crypto

/// The signature of requests from App Store Connect webhooks.
package enum WebhookSignature {
    /// The name of the header field.
    package static let headerName = "x-apple-signature"

    /// Returns whether a body, as received, was signed with one of the secrets (several while one is being replaced):
    /// HMAC-SHA256 over the bytes. The field ``headerName`` has `hmacsha256=` and 64 hexadecimal digits; without it, or
    /// if it is malformed, the result is `false`. An empty secret never matches.
    ///
    /// The comparison takes the same time whichever secret matches, wherever the first difference is, and whether there
    /// is no secret, one or two.
    package static func isValid(_ headerValue: String?, body: [UInt8], secrets: [String]) -> Bool {
        guard let receivedMAC = code(in: headerValue) else { return false }
        var isValid = false
        for candidate in candidates(for: secrets) {
            // No early exit: the time must not reveal which secret is valid.
            let isMatch = HMAC<SHA256>.isValidAuthenticationCode(
                receivedMAC, authenticating: body, using: candidate.key)
            if isMatch, candidate.isReal { isValid = true }
        }
        return isValid
    }

    /// Returns whether a value of the field ``headerName`` may be the signature of a body.
    package static func isWellFormed(_ headerValue: String?) -> Bool { code(in: headerValue) != nil }

    private static func code(in headerValue: String?) -> [UInt8]? {
        guard let headerValue, headerValue.hasPrefix(scheme) else { return nil }
        return bytes(hex: headerValue.dropFirst(scheme.count)).flatMap { $0.count == SHA256.byteCount ? $0 : nil }
    }

    /// Returns the keys to compare with, filled up to two with a random one that is never valid. Otherwise the time would
    /// reveal that a secret is being replaced, or that an app has none.
    static func candidates(for secrets: [String]) -> [(key: SymmetricKey, isReal: Bool)] {
        let real = secrets.filter { !$0.isEmpty }.map { (key: SymmetricKey(data: Array($0.utf8)), isReal: true) }
        let missing = max(0, secretsDuringReplacement - real.count)
        return real + Array(repeating: (key: decoy, isReal: false), count: missing)
    }

    /// The fewest bytes of a secret that cannot be guessed.
    package static let shortestSecret = 16

    /// The number of valid secrets while one is being replaced.
    private static let secretsDuringReplacement = 2
    private static let decoy = SymmetricKey(size: .bits256)

    private static let scheme = "hmacsha256="

    private static func bytes(hex text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init) }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
