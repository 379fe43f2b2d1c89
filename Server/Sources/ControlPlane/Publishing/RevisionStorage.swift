package import Foundation

/// The reads of the manifests. Histories come newest first.
package protocol ManifestReads {
    func manifest(_ app: String, revision: Int) throws -> ManifestRecord?
    /// Returns the manifests of an app below `before`, at most `limit`, without their bytes.
    func manifests(_ app: String, before: Int?, limit: Int) throws -> [ManifestRecord]
}

package protocol ManifestWrites: ManifestReads {
    func insertManifest(_ manifest: ManifestRecord) throws
    /// Removes the bytes of manifests with one of these causes that were issued before `date`, except those in force.
    /// Returns their number.
    func pruneManifests(_ causes: [ManifestRecord.Cause], issuedBefore date: Date) throws -> Int
}

/// The reads of the policies. Histories come newest first.
package protocol PolicyReads {
    func policy(_ app: String, version: Int) throws -> PolicyRecord?
    /// Returns the policy in force of an app that was not deleted; `nil` without one.
    func policyInForce(_ app: String) throws -> PolicyRecord?
    /// Returns the policies of an app below `before`, at most `limit`, without their text.
    func policies(_ app: String, before: Int?, limit: Int) throws -> [PolicySummary]
    /// Returns the bytes of an app's policies and of the manifests whose bytes are kept. Policies that a server stored before it had
    /// this method may be left out. Reads an entry of an index for each.
    func storedBytes(of app: String) throws -> Int
}

package protocol PolicyWrites: PolicyReads {
    func insertPolicy(_ policy: PolicyRecord) throws
}
