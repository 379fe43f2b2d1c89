package import AirworthyPolicy

/// The manifest in force, in memory: the bytes to serve and their content.
///
/// A class, because every request shares it and caches compare it by identity.
package final class LoadedHead: Sendable {
    package let revision: Int
    /// The epoch of its keyring; 0 without one.
    package let epoch: Int
    /// The version of its policy; 0 for an app that CI signs.
    package let policyVersion: Int
    /// The envelope, exactly as it was signed.
    package let envelope: [UInt8]
    /// The envelope as gzip; `nil` where that is not shorter.
    package let compressed: [UInt8]?
    /// SHA-256 of ``envelope``, in hexadecimal.
    package let digest: String
    /// The content, prepared for decisions.
    package let prepared: PreparedManifest
    package var manifest: Manifest { prepared.manifest }

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
        prepared = PreparedManifest(manifest)
    }

    /// The position among the manifests of the app.
    var order: HeadOrder { HeadOrder(epoch: epoch, revision: revision) }
}
