/// The reads of the policies. Histories come newest first.
package protocol PolicyReads {
    /// Returns a policy of an app.
    func policy(_ app: String, version: Int) throws -> PolicyRecord?
    /// Returns the policy in force of an app that was not deleted; `nil` without one.
    func policyInForce(_ app: String) throws -> PolicyRecord?
    /// Returns the policies of an app below `before`, at most `limit`, without their text.
    func policies(_ app: String, before: Int?, limit: Int) throws -> [PolicySummary]
    /// Returns the bytes of an app's policies and of the manifests whose bytes are kept. Policies that a server stored before it had
    /// this method may be left out. Reads an entry of an index for each.
    func storedBytes(of app: String) throws -> Int
}

/// The changes of the policies.
package protocol PolicyWrites: PolicyReads {
    /// Adds a policy.
    func insertPolicy(_ policy: PolicyRecord) throws
}
