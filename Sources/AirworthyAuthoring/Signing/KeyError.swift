/// An error from reading or creating a key.
public enum KeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text has no PEM block.
    case noPEM
    /// The PEM block is of another kind, e.g. `a public key` instead of a private one.
    case wrongKind(wanted: String, found: String)
    /// The key is for another algorithm, e.g. `EC`.
    case otherAlgorithm(String)
    /// The private key is encrypted with a passphrase.
    case encrypted
    /// The block is damaged or not a key.
    case damaged
    /// The raw key has this many bytes instead of 32.
    case wrongLength(Int)
    /// The public key stored with the private key does not belong to it.
    case halvesDiffer
    /// The build has no Ed25519.
    case cryptoUnavailable

    /// One sentence with the problem and its remedy.
    public var description: String {
        switch self {
        case .noPEM:
            "The text has no key; give a file that begins with -----BEGIN."
        case .wrongKind(let wanted, let found):
            "This is \(found); give \(wanted)."
        case .otherAlgorithm(let name):
            "This is a key for \(name); give an Ed25519 key, which `airworthy keys new` creates."
        case .encrypted:
            "The private key is encrypted with a passphrase; decrypt it first, e.g. with `openssl pkey`."
        case .damaged:
            "The key is damaged or incomplete; restore it from its backup."
        case .wrongLength(let count):
            "The key has \(count) bytes, but a raw Ed25519 key has 32; give the raw key."
        case .halvesDiffer:
            "The public key stored with this private key belongs to another one; restore the key from its backup."
        case .cryptoUnavailable:
            "This build has no Ed25519; build it with the package trait SwiftCrypto."
        }
    }
}
