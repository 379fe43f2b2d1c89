package import AirworthyPolicy

/// The result of a publish.
package struct Publication: Hashable, Sendable {
    /// The revision in force.
    package let manifest: ManifestRecord
    /// The entity tag of the policy in force, without quotes; `nil` for an app that CI signs.
    package let entityTag: String?
    /// Whether this call created the revision; `false` for a retry, which returns the existing one.
    package let isNew: Bool
    /// The findings of the preflight, with errors that were forced or do not prevent publishing.
    package let findings: [Finding]

    /// Creates a publication.
    package init(manifest: ManifestRecord, entityTag: String?, isNew: Bool, findings: [Finding] = []) {
        self.manifest = manifest
        self.entityTag = entityTag
        self.isNew = isNew
        self.findings = findings
    }

    /// Returns the same publication with other findings.
    func with(_ findings: [Finding]) -> Publication {
        Publication(manifest: manifest, entityTag: entityTag, isNew: isNew, findings: findings)
    }
}

/// The policy that the caller expects to be in force: `If-Match` and `If-None-Match`.
package enum Precondition: Hashable, Sendable {
    /// The policy in force has one of these entity tags, without quotes.
    case matches([String])
    /// No policy is published yet: `If-None-Match: *`.
    case nothingPublished
    /// The request has no precondition. A rollback accepts that, a publish does not.
    case unspecified
}
