import ControlPlane
import Foundation

/// The table `manifests`: every signed revision of each app.
struct ManifestsTable {
    /// Every column except the envelope's bytes.
    private static let columns = """
        app, revision, policy_version, digest, payload_digest, size, cause, issued_at, expires_at, author, note
        """

    let sql: any SQLSession

    func manifest(revision: Int, of app: String) throws -> ManifestRecord? {
        try sql.row(
            "SELECT \(Self.columns), body FROM manifests WHERE app = $1 AND revision = $2", binding: app, revision
        ).map { try Self.manifest($0, bytes: $0.optionalBytes("body")) }
    }

    /// The newest manifests below `before`, without their bytes.
    func page(of app: String, before: Int?, limit: Int) throws -> [ManifestRecord] {
        try sql.rows(
            """
            SELECT \(Self.columns) FROM manifests WHERE app = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3
            """,
            binding: app, Storable.ceiling(below: before), max(0, limit)
        ).map { try Self.manifest($0, bytes: nil) }
    }

    /// The sum of the sizes of an app's envelopes whose bytes are kept.
    func bytes(of app: String) throws -> Int {
        try sql.row(
            """
            SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes FROM manifests WHERE app = $1 AND body IS NOT NULL
            """,
            binding: app
        )?.integer("bytes") ?? 0
    }

    func insert(_ manifest: ManifestRecord) throws {
        try sql.run(
            """
            INSERT INTO manifests (\(Self.columns), body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            binding: manifest.app, manifest.revision, manifest.policyVersion, manifest.digest,
            manifest.payloadDigest, manifest.size, manifest.cause.rawValue, manifest.issuedAt, manifest.expiresAt,
            manifest.author, manifest.note, manifest.bytes)
    }

    /// Removes the bytes of manifests that are not in force, and returns the number of these manifests.
    func prune(_ causes: [ManifestRecord.Cause], issuedBefore date: Date) throws -> Int {
        try causes.reduce(0) { pruned, cause in
            try pruned
                + sql.run(
                    """
                    UPDATE manifests SET body = NULL
                    WHERE body IS NOT NULL AND issued_at < $1 AND cause = $2 AND NOT EXISTS (
                        SELECT 1 FROM heads
                        WHERE heads.app = manifests.app AND heads.revision = manifests.revision)
                    """,
                    binding: date, cause.rawValue)
        }
    }

    private static func manifest(_ row: SQLRow, bytes: [UInt8]?) throws -> ManifestRecord {
        ManifestRecord(
            app: try row.text("app"), revision: try row.integer("revision"),
            policyVersion: try row.integer("policy_version"), digest: try row.text("digest"),
            payloadDigest: try row.text("payload_digest"), bytes: bytes, size: try row.integer("size"),
            cause: try row.value("cause", as: ManifestRecord.Cause.self), issuedAt: try row.date("issued_at"),
            expiresAt: try row.optionalDate("expires_at"), author: try row.text("author"),
            note: try row.optionalText("note"))
    }
}
