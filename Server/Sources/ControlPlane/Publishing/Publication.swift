package import AirworthyPolicy

/// What came of a publish.
package struct Publication: Hashable, Sendable {
    /// The revision in force afterwards.
    package let manifest: ManifestRecord
    /// The entity tag of the policy in force, without quotes; `nil` for an app that CI signs.
    package let entityTag: String?
    /// Whether this call made the revision; `false` for a retry, which gets the existing one.
    package let isNew: Bool
    /// What preflight found, errors too when they were forced or never refuse.
    package let findings: [Finding]

    /// Makes one.
    package init(manifest: ManifestRecord, entityTag: String?, isNew: Bool, findings: [Finding] = []) {
        self.manifest = manifest
        self.entityTag = entityTag
        self.isNew = isNew
        self.findings = findings
    }
}
