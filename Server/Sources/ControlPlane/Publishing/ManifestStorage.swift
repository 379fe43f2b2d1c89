package import Foundation

/// The reads of the manifests. Histories come newest first.
package protocol ManifestReads {
    /// Returns a manifest of an app.
    func manifest(_ app: String, revision: Int) throws -> ManifestRecord?
    /// Returns the manifests of an app below `before`, at most `limit`, without their bytes.
    func manifests(_ app: String, before: Int?, limit: Int) throws -> [ManifestRecord]
}

/// The changes of the manifests.
package protocol ManifestWrites: ManifestReads {
    /// Adds a manifest.
    func insertManifest(_ manifest: ManifestRecord) throws
    /// Removes the bytes of manifests with one of these causes that were issued before `date`, except those in force.
    /// - Returns: The number of manifests.
    func pruneManifests(_ causes: [ManifestRecord.Cause], issuedBefore date: Date) throws -> Int
}
