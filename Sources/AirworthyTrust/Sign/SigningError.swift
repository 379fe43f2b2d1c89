/// Why something was not signed.
public enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No key was given.
    case noKeys
    /// More keys than an envelope may carry signatures.
    case tooManyKeys(Int, limit: Int)
    /// The envelope would have more bytes than clients are sure to read.
    case tooLarge(Int, limit: Int)
    /// Every client would refuse it, whoever signed it.
    case invalidContent(VerificationError)
    /// This build has no Ed25519.
    case cryptoUnavailable

    /// One sentence: what is wrong and what to do.
    public var description: String {
        switch self {
        case .noKeys: "There is no key to sign with; give at least one."
        case .tooManyKeys(let count, let limit): "There are \(count) keys, and \(limit) is the limit; give fewer."
        case .tooLarge(let count, let limit):
            "The envelope would have \(count) bytes, and \(limit) is the limit; shorten texts or drop old releases."
        case .invalidContent(let refusal): refusal.description
        case .cryptoUnavailable: "This build cannot sign; build it with the package trait SwiftCrypto."
        }
    }
}
