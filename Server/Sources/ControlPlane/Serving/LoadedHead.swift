package import AirworthyPolicy

/// The manifest in force, in memory: the bytes to serve and their content.
///
/// A class, because every request shares it and caches compare it by identity.
package final class LoadedHead: Sendable {
    /// The revision.
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
    /// The content.
    package var manifest: Manifest { prepared.manifest }

    /// Creates a loaded head.
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

/// The position of a manifest among those of its app: by the epoch of its keyring, then by its revision.
///
/// A manifest without a keyring keeps the epoch in force, as on devices, and is ordered by its revision alone.
struct HeadOrder: Hashable, Sendable {
    /// The epoch of the manifest's keyring; 0 without one.
    let epoch: Int
    let revision: Int

    /// The position before every manifest.
    static let zero = HeadOrder(epoch: 0, revision: 0)

    /// Whether a manifest at this position may replace one at `other`. After a change of keys, a higher epoch lets the
    /// revision fall, and a higher revision of the former epoch does not follow.
    func follows(_ other: HeadOrder) -> Bool {
        let epoch = epoch == 0 ? other.epoch : epoch
        return (epoch, revision) > (other.epoch, other.revision)
    }

    /// Whether the store went back from `other`: the revision fell, and no higher epoch explains it.
    func isBelow(_ other: HeadOrder) -> Bool { revision < other.revision && epoch <= other.epoch }
}
