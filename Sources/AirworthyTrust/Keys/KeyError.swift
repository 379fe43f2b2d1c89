/// Why a text is not the key that was asked for.
public enum KeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no PEM block in the text.
    case noPEM
    /// Another kind of PEM block, e.g. `a public key` where a private one was wanted.
    case wrongKind(wanted: String, found: String)
    /// The key belongs to another algorithm, e.g. `EC`.
    case otherAlgorithm(String)
    /// The private key is protected by a passphrase.
    case encrypted
    /// The block is no key, or is damaged.
    case damaged
    /// A raw key has this many bytes instead of 32.
    case wrongLength(Int)
    /// The public key attached to the private key is not its own.
    case halvesDiffer
    /// This build has no Ed25519.
    case cryptoUnavailable

    /// One sentence: what is wrong and what to do.
    public var description: String {
        switch self {
        case .noPEM:
            "There is no key here; give the file that begins with -----BEGIN."
        case .wrongKind(let wanted, let found):
            "This is \(found); give \(wanted)."
        case .otherAlgorithm(let name):
            "This is a key for \(name); give an Ed25519 key, as `airworthy keys new` makes them."
        case .encrypted:
            "This private key is protected by a passphrase; decrypt it first, e.g. with `openssl pkey`."
        case .damaged:
            "The key is damaged or cut off; take it from its backup."
        case .wrongLength(let count):
            "An Ed25519 key has 32 bytes, but these are \(count); give the raw key."
        case .halvesDiffer:
            "The public key stored with this private key belongs to another one; take the key from its backup."
        case .cryptoUnavailable:
            "This build has no Ed25519; build it with the package trait SwiftCrypto."
        }
    }
}
