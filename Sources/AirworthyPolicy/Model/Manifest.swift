#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A policy and a catalog with a header, the unit that is signed, delivered and decided on.
///
/// ```swift
/// let manifest = Manifest(policy: policy, catalog: catalog)
/// let decision = decide(manifest, for: installation, at: .now)
/// ```
public struct Manifest: Hashable, Sendable {
    /// The version of the format, 1.
    public static let currentSchema = 1
    /// The longest lifetime after the issue, 45 days in seconds.
    public static let longestLifetime = 45 * 86_400.0
    /// The longest maintenance after the issue, 7 days in seconds.
    public static let longestMaintenance = 7 * 86_400.0

    /// The app's slug.
    public var app: String?
    /// The audience, e.g. `production`.
    public var audience: String?
    /// The signed id of the policy's origin.
    public var lineage: String?
    /// The number within the lineage; `nil` for a manifest created from files.
    public var revision: Int?
    /// The version number of the policy.
    public var policyVersion: Int?
    /// The date of issue.
    public var issuedAt: Date?
    /// The seconds from a successful check to the next.
    public var refreshEvery: Int?
    /// The expiry, after which blocks are relaxed.
    public var expiresAt: Date?
    /// The rollout algorithm. With an unknown one every rollout is undecided.
    public var bucketing: String
    /// The policy.
    public var policy: Policy
    /// The catalog.
    public var catalog: Catalog

    /// Creates a manifest.
    /// - Parameters:
    ///   - app: The app's slug; by default the policy's or the catalog's.
    ///   - audience: The audience.
    ///   - lineage: The signed id of the policy's origin.
    ///   - revision: The number within the lineage.
    ///   - policyVersion: The version number of the policy.
    ///   - issuedAt: The date of issue.
    ///   - refreshEvery: The seconds between two checks.
    ///   - expiresAt: The expiry, after which blocks are relaxed.
    ///   - bucketing: The rollout algorithm.
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

    /// Returns the date after which blocks are relaxed: the earliest of ``expiresAt``, 45 days after the issue, and 45 days
    /// after the device first stored the manifest.
    /// - Parameter storedAt: The date on which this device first stored the manifest, if it did.
    /// - Returns: The date, or `nil` if the manifest does not expire.
    public func effectiveExpiry(storedAt: Date? = nil) -> Date? {
        [
            expiresAt, issuedAt?.addingTimeInterval(Self.longestLifetime),
            storedAt?.addingTimeInterval(Self.longestLifetime),
        ].compactMap { $0 }.min()
    }
}
