import AirworthyPolicy

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The newest accepted manifest of a lineage. Older manifests are rejected.
public struct Floor: Hashable, Sendable {
    /// The lineage; `nil` for manifests without one.
    public let lineage: String?
    /// The epoch of the keyring in force when the manifest was accepted; 0 without a keyring.
    public let epoch: Int
    /// The manifest's revision.
    public let revision: Int
    /// SHA-256 of the payload, 64 hex digits.
    public let digest: String
    /// The manifest's date of issue.
    public let issuedAt: Date
    /// The keys that signed the manifest and were trusted at that time.
    public let signers: [PublicKey]

    /// The longest time by which a cache may lag behind the stored manifest, in seconds.
    private static let longestLag = 86_400.0

    /// Returns the floor with only its trusted signers, or `nil` if none of them is trusted any more.
    ///
    /// A floor without a trusted signer is ignored. Otherwise a revoked key could freeze a device at a revision that
    /// no later manifest exceeds.
    func limited(to trusted: [PublicKey]) -> Floor? {
        let remaining = signers.filter(trusted.contains)
        guard !remaining.isEmpty else { return nil }
        return Floor(
            lineage: lineage, epoch: epoch, revision: revision, digest: digest, issuedAt: issuedAt, signers: remaining)
    }

    /// Returns the floor after accepting a manifest. The order is (epoch, revision).
    ///
    /// A keyring is not bound to the manifest that it is sent with, so an attacker can send a new keyring with an old
    /// manifest of a key that is still trusted. Therefore a higher epoch allows a lower revision only for a manifest
    /// that was not issued earlier.
    /// - Parameter next: The manifest to accept.
    /// - Returns: The new floor.
    /// - Throws: `sameRevisionOtherBytes`, `staleCopy` or `revisionWentBack`.
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
