#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A policy and a catalog with a header. A server signs and delivers a manifest as a whole, and decisions use it as a
/// whole.
///
/// ```swift
/// let manifest = Manifest(policy: policy, catalog: catalog)
/// let decision = decide(manifest, for: installation, at: .now)
/// ```
public struct Manifest: Hashable, Sendable {
    /// The version of the format, 1.
    public static let currentSchema = 1
    /// The longest lifetime of a manifest after its issue: 45 days, in seconds.
    public static let longestLifetime = 45 * 86_400.0
    /// The longest time after the issue of a manifest for which its rules can declare maintenance: 7 days, in seconds.
    public static let longestMaintenance = 7 * 86_400.0

    /// The app's slug.
    public var app: String?
    /// The environment that the manifest is signed for, e.g. `production`.
    public var audience: String?
    /// The id of the server or author that signs the manifests of this app. Revisions are counted within a lineage.
    public var lineage: String?
    /// The number of the manifest within its lineage; `nil` for a manifest created from files.
    public var revision: Int?
    /// The version number of the policy.
    public var policyVersion: Int?
    /// The date of issue.
    public var issuedAt: Date?
    /// The seconds that the client waits after it fetched the manifest successfully, before it fetches it again.
    public var refreshEvery: Int?
    /// The date after which a decision from this manifest no longer blocks the app.
    public var expiresAt: Date?
    /// The name of the rollout algorithm. A client that does not know it cannot decide any rollout condition.
    public var bucketing: String
    /// The policy.
    public var policy: Policy
    /// The catalog.
    public var catalog: Catalog

    /// Creates a manifest.
    /// - Parameters:
    ///   - app: The app's slug; by default the policy's or the catalog's.
    ///   - audience: The environment that the manifest is signed for.
    ///   - lineage: The id of the server or author that signs the manifests of this app.
    ///   - revision: The number of the manifest within its lineage.
    ///   - policyVersion: The version number of the policy.
    ///   - issuedAt: The date of issue.
    ///   - refreshEvery: The seconds between two fetches by a client.
    ///   - expiresAt: The date after which a decision from this manifest no longer blocks the app.
    ///   - bucketing: The name of the rollout algorithm.
    ///   - policy: The policy.
    ///   - catalog: The catalog.
    public init(
        app: String? = nil, audience: String? = nil, lineage: String? = nil, revision: Int? = nil,
        policyVersion: Int? = nil, issuedAt: Date? = nil, refreshEvery: Int? = nil, expiresAt: Date? = nil,
        bucketing: String = RolloutBucket.algorithm, policy: Policy, catalog: Catalog = .empty
    ) {
        self.app = app ?? policy.app ?? catalog.app
        self.audience = audience
        self.lineage = lineage
        self.revision = revision
        self.policyVersion = policyVersion
        self.issuedAt = issuedAt
        self.refreshEvery = refreshEvery
        self.expiresAt = expiresAt
        self.bucketing = bucketing
        self.policy = policy
        self.catalog = catalog
    }

    /// Returns the date after which a decision from this manifest no longer blocks the app.
    ///
    /// That is the earliest of ``expiresAt``, 45 days after the issue, and 45 days after the device first stored the
    /// manifest.
    /// - Parameter storedAt: The date on which this device first stored the manifest, if it did.
    /// - Returns: The date, or `nil` if the manifest does not expire.
    public func effectiveExpiry(storedAt: Date? = nil) -> Date? {
        let start = if let issuedAt, let storedAt { min(issuedAt, storedAt) } else { issuedAt ?? storedAt }
        guard let end = start?.addingTimeInterval(Self.longestLifetime) else { return expiresAt }
        return expiresAt.map { min($0, end) } ?? end
    }
}
