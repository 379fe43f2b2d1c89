/// The position of an installation in a gradual rollout.
///
/// The bucket depends only on the salt and the installation, so it never changes. A device is in the rollout if its bucket
/// is below the percentage, so raising the percentage removes no device.
///
/// ```swift
/// let bucket = RolloutBucket.partsPerMillion(salt: "hashtags/new-editor", id: installID)
/// let isInFirstTenPercent = bucket < 100_000
/// ```
public enum RolloutBucket {
    /// The name of the algorithm in manifests. Another algorithm would get another name.
    public static let algorithm = "sha256-ppm-1"

    /// Returns the bucket: the first eight bytes of SHA-256(salt ‖ 00 ‖ id), read as a fraction of 2⁶⁴, in parts per million.
    /// - Parameters:
    ///   - salt: The name of the rollout. Its UTF-8 bytes are used without normalisation.
    ///   - id: The identifier of the installation. Its UTF-8 bytes are used without normalisation.
    /// - Returns: The bucket, 0…999 999.
    public static func partsPerMillion(salt: String, id: String) -> UInt32 {
        var hash = SHA256()
        hash.update(salt.utf8)
        hash.update(CollectionOfOne(0))
        hash.update(id.utf8)
        let prefix = hash.finalize().prefix(8).reduce(UInt64(0)) { $0 &<< 8 | UInt64($1) }
        return UInt32(truncatingIfNeeded: prefix.multipliedFullWidth(by: 1_000_000).high)
    }
}
