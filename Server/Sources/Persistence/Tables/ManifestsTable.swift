import ControlPlane
import Foundation

/// Every column except the envelope's bytes.
private let columns = """
    app, revision, policy_version, digest, payload_digest, size, cause, issued_at, expires_at, author, note
    """

/// The table `manifests`: every signed revision of each app.
extension SQLTransaction: ManifestReads, ManifestWrites {
    func manifest(_ app: String, revision: Int) throws -> ManifestRecord? {
        try sql.row(
            "SELECT \(columns), body FROM manifests WHERE app = $1 AND revision = $2", binding: app, revision
        ).map { try ManifestRecord($0, bytes: $0.optionalBytes("body")) }
    }

    func manifests(_ app: String, before: Int?, limit: Int) throws -> [ManifestRecord] {
        try sql.rows(
            """
            SELECT \(columns) FROM manifests WHERE app = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3
            """,
            binding: app, Storable.ceiling(below: before), max(0, limit)
        ).map { try ManifestRecord($0, bytes: nil) }
    }

    func insertManifest(_ manifest: ManifestRecord) throws {
        try sql.run(
            """
            INSERT INTO manifests (\(columns), body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            binding: manifest.app, manifest.revision, manifest.policyVersion, manifest.digest,
            manifest.payloadDigest, manifest.size, manifest.cause.rawValue, manifest.issuedAt, manifest.expiresAt,
            manifest.author, manifest.note, manifest.bytes)
    }

    func pruneManifests(_ causes: [ManifestRecord.Cause], issuedBefore date: Date) throws -> Int {
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
}

extension ManifestRecord {
    fileprivate init(_ row: SQLRow, bytes: [UInt8]?) throws {
        self.init(
            app: try row.text("app"), revision: try row.integer("revision"),
            policyVersion: try row.integer("policy_version"), digest: try row.text("digest"),
            payloadDigest: try row.text("payload_digest"), bytes: bytes, size: try row.integer("size"),
            cause: ManifestRecord.Cause(rawValue: try row.text("cause")), issuedAt: try row.date("issued_at"),
            expiresAt: try row.optionalDate("expires_at"), author: try row.text("author"),
            note: try row.optionalText("note"))
    }
}
