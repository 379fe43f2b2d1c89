/// Where an installation falls in a gradual rollout.
///
/// The bucket depends on the salt and the installation alone, so a device stays where it is; it is in the rollout while
/// its bucket is below the percentage, and raising the percentage takes no one out.
public enum RolloutBucket {
    /// The name of the algorithm in manifests. Another algorithm would get another name.
    public static let algorithm = "sha256-ppm-1"

    /// The bucket: the first eight bytes of SHA-256(salt ‖ 00 ‖ id), read as a fraction of 2⁶⁴, in parts per million.
    /// - Parameters:
    ///   - salt: What tells one rollout from another; its UTF-8 bytes count as they are.
    ///   - id: The installation's identifier; its UTF-8 bytes count as they are.
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
