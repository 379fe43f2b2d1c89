package import AirworthyPolicy

/// The manifest in force as a node holds it in memory: the bytes to serve, and what they say.
///
/// A class, because every request takes it along, and because what is made of it once can be told by its identity.
package final class LoadedHead: Sendable {
    /// Its number.
    package let revision: Int
    /// The epoch of the keyring it came with; 0 without one.
    package let epoch: Int
    /// The policy in it; 0 for an app that CI signs.
    package let policyVersion: Int
    /// The envelope, exactly as it was signed.
    package let envelope: [UInt8]
    /// The same as gzip, or `nil` where that is not shorter.
    package let compressed: [UInt8]?
    /// SHA-256 of ``envelope``, in hexadecimal.
    package let digest: String
    /// What decisions are made from.
    package let manifest: Manifest

    /// Makes a loaded head.
    package init(
        revision: Int, epoch: Int = 0, policyVersion: Int, envelope: [UInt8], compressed: [UInt8]?, digest: String,
        manifest: Manifest
    ) {
        self.revision = revision
        self.epoch = epoch
        self.policyVersion = policyVersion
        self.envelope = envelope
        self.compressed = compressed
        self.digest = digest
        self.manifest = manifest
    }
}
