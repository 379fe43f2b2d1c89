import AirworthyPolicy

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The newest manifest accepted of one lineage: nothing older may follow.
public struct Floor: Hashable, Sendable {
    /// The lineage; `nil` for manifests that name none.
    public let lineage: String?
    /// The epoch of the keyring in force when it was accepted; 0 without one.
    public let epoch: Int
    /// Its revision.
    public let revision: Int
    /// SHA-256 of the payload, 64 hex digits.
    public let digest: String
    /// When it was issued.
    public let issuedAt: Date
    /// Who signed it, as far as was trusted then.
    public let signers: [PublicKey]

    /// How far behind the stored manifest a lagging cache may be, in seconds.
    static let longestLag = 86_400.0

    /// The floor for those who trust these keys. When nobody trusted vouches for it any more, it holds nobody back:
    /// a revoked or unpinned key cannot freeze a device with a revision no one can exceed.
    func vouched(by trusted: [PublicKey]) -> Floor? {
        let left = signers.filter(trusted.contains)
        return left.isEmpty
            ? nil
            : Floor(
                lineage: lineage, epoch: epoch, revision: revision, digest: digest, issuedAt: issuedAt, signers: left)
    }

    /// The floor once `next` was accepted on top of this one. The order is (epoch, revision).
    ///
    /// A keyring is not bound to the manifest beside it, so a new one could be put beside an old manifest of a key that
    /// stays trusted. A higher epoch therefore lets the revision fall only for what was issued no earlier.
    func advanced(to next: Floor) throws(VerificationError) -> Floor {
        if next.epoch > epoch, next.issuedAt >= issuedAt { return next }
        if next.revision > revision { return next }
        if next.revision == revision {
            guard next.digest == digest else { throw .sameRevisionOtherBytes(revision: revision) }
            let signers = next.signers + signers.filter { !next.signers.contains($0) }
            return Floor(
                lineage: lineage, epoch: next.epoch, revision: revision, digest: digest, issuedAt: issuedAt,
                signers: signers)
        }
        let lag = issuedAt.timeIntervalSince(next.issuedAt)
        if lag >= 0, lag < Self.longestLag { throw .staleCopy(stored: revision, got: next.revision) }
        throw .revisionWentBack(stored: revision, got: next.revision)
    }
}
