package import AirworthyPolicy
package import Foundation

/// The result of a publish.
package struct Publication: Hashable, Sendable {
    /// The revision in force.
    package let manifest: ManifestRecord
    /// The entity tag of the policy in force, without quotes; `nil` for an app that CI signs.
    package let entityTag: String?
    /// Whether this call created the revision; `false` for a retry, which returns the existing one.
    package let isNew: Bool
    /// The findings of the preflight, with errors that were forced or do not prevent publishing.
    package var findings: [Finding] = []
    /// The predicted effect on the known installations, as JSON; `nil` if it could not be predicted.
    package var impact: JSONValue?

    /// Returns the same publication with its findings or its predicted effect.
    func with(_ findings: [Finding]? = nil, impact: JSONValue? = nil) -> Publication {
        Publication(
            manifest: manifest, entityTag: entityTag, isNew: isNew, findings: findings ?? self.findings,
            impact: impact ?? self.impact)
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

    /// Whether the precondition holds for the entity tag of the version in force, without quotes, or for no version.
    /// One that was not given holds.
    package func holds(for tag: String?) -> Bool {
        switch self {
        case .matches(let tags): tag.map(tags.contains) ?? false
        case .nothingPublished: tag == nil
        case .unspecified: true
        }
    }
}

/// The highest revision that an operator may ask for.
///
/// Devices reject every revision below one that they have accepted. A revision near the highest integer would therefore
/// freeze an app, because no later publish could exceed it.
package enum RevisionLimit {
    /// The distance of the limit from the Unix time and from the revision in force: the seconds of a day.
    package static let margin = 86_400

    /// Returns the highest number that the next revision may be raised to: ``margin`` above the Unix time, or above the
    /// revision in force, 0 for none, if that is higher; always below the highest integer, which has no successor.
    package static func highest(above revision: Int = 0, at now: Date) -> Int {
        let (sum, overflows) = max(revision, unixSeconds(at: now)).addingReportingOverflow(margin)
        return overflows ? .max - 1 : min(sum, .max - 1)
    }

    /// Returns the whole seconds since 1970, which exceed the revisions of every app that counts from 1, because no app
    /// publishes once a second.
    package static func unixSeconds(at now: Date) -> Int {
        Int(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0
    }
}

/// A publication whose findings are still to be found, because they do not decide about it.
///
/// They are found after the transaction, so that other publications do not wait for the linter.
struct UncheckedPublication: Sendable {
    let publication: Publication
    let document: PolicyDocument
    let context: PublishingContext

    var checked: Publication {
        publication.with(document.findings(for: context.app, with: context.catalog, at: context.now))
    }
}
