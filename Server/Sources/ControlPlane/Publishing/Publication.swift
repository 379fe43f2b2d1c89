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
    /// The predicted effect on the known installations, as JSON; `nil` if it could not be predicted.
    package let impact: JSONValue?

    /// Creates a publication.
    package init(
        manifest: ManifestRecord, entityTag: String?, isNew: Bool, findings: [Finding] = [], impact: JSONValue? = nil
    ) {
        self.manifest = manifest
        self.entityTag = entityTag
        self.isNew = isNew
        self.findings = findings
        self.impact = impact
    }

    /// Returns the same publication with other findings.
    func with(_ findings: [Finding]) -> Publication {
        Publication(manifest: manifest, entityTag: entityTag, isNew: isNew, findings: findings, impact: impact)
    }

    /// Returns the same publication with its predicted effect.
    func with(impact: JSONValue?) -> Publication {
        Publication(manifest: manifest, entityTag: entityTag, isNew: isNew, findings: findings, impact: impact)
    }
}

/// The version of a policy, a manifest, a catalog or an app's settings that the caller expects to replace: `If-Match`
/// and `If-None-Match`.
package enum Precondition: Hashable, Sendable {
    /// The version in force has one of these entity tags, without quotes.
    case matches([String])
    /// There is no version yet: `If-None-Match: *`.
    case nothingPublished
    /// The request has no precondition. Everything but the publish of a policy accepts that.
    case unspecified

    /// Whether the precondition holds. One that was not given does.
    /// - Parameter tag: The entity tag of the version in force, without quotes; `nil` without one.
    /// - Returns: Whether it holds.
    package func holds(for tag: String?) -> Bool {
        switch self {
        case .matches(let tags): tag.map(tags.contains) ?? false
        case .nothingPublished: tag == nil
        case .unspecified: true
        }
    }
}
