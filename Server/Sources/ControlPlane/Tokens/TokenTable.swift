import Synchronization

/// Every token, in memory, by the digest of its text.
final class TokenTable: Sendable {
    private let records = Mutex<[String: TokenRecord]>([:])

    /// The token with a digest.
    func record(_ digest: String) -> TokenRecord? { records.withLock { $0[digest] } }

    /// The token with an id.
    func record(id: String) -> TokenRecord? { records.withLock { $0.values.first { $0.id == id } } }

    /// Adds what was made, and takes over what changed. A token that was revoked stays so, whatever an older reading of
    /// the store says.
    func take(_ changed: [TokenRecord]) {
        records.withLock { records in
            for var record in changed {
                record.revokedAt = record.revokedAt ?? records[record.digest]?.revokedAt
                records[record.digest] = record
            }
        }
    }
}
