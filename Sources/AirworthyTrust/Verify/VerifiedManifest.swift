public import AirworthyPolicy

/// A manifest that was signed by a trusted key, is meant for this app, and is not older than what was accepted before.
public struct VerifiedManifest: Sendable {
    /// The manifest, read from exactly ``payload``.
    public let manifest: Manifest
    /// The bytes that were signed.
    public let payload: [UInt8]
    /// SHA-256 of ``payload``, 64 hex digits: what tells two manifests of one revision apart.
    public let digest: String
    /// The trusted keys whose signatures are good, at least one; roots first.
    public let signedBy: [PinnedKey]
    /// The epoch of the keyring in force; 0 without one.
    public let epoch: Int
    /// Whether its lifetime is over. That softens blocks and is no refusal; `decide` judges it again, with the day it was
    /// first stored.
    public let isExpired: Bool
    /// What to remember from now on.
    public let newState: TrustState

    /// ``Role/root`` if a root signed it.
    public var role: Role { signedBy.contains { $0.role == .root } ? .root : .online }
}
