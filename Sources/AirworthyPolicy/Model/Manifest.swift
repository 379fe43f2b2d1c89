#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Policy and catalog as one: what is signed, delivered and decided on.
public struct Manifest: Hashable, Sendable {
    /// The version of the format, 1.
    public static let currentSchema = 1
    /// The longest a manifest is in force after its issue, whatever it says: 45 days in seconds.
    public static let longestLifetime = 45 * 86_400.0
    /// The longest a maintenance lasts after the issue: 7 days in seconds.
    public static let longestMaintenance = 7 * 86_400.0

    /// The app's slug.
    public var app: String?
    /// Whom it is for, e.g. `production`.
    public var audience: String?
    /// The signed id of the policy's origin.
    public var lineage: String?
    /// Its number within the lineage; `nil` for a manifest put together from files.
    public var revision: Int?
    /// The number of the policy in it.
    public var policyVersion: Int?
    /// When it was issued.
    public var issuedAt: Date?
    /// How many seconds after a successful check to check again.
    public var refreshEvery: Int?
    /// When its blocks soften.
    public var expiresAt: Date?
    /// The rollout algorithm; with an unknown one every rollout is undecided.
    public var bucketing: String
    /// The rules.
    public var policy: Policy
    /// The facts.
    public var catalog: Catalog

    /// Makes a manifest.
    /// - Parameters:
    ///   - app: The app's slug; taken from the policy, then the catalog, when left out.
    ///   - audience: Whom it is for.
    ///   - lineage: The signed id of the policy's origin.
    ///   - revision: Its number within the lineage.
    ///   - policyVersion: The number of the policy in it.
    ///   - issuedAt: When it was issued.
    ///   - refreshEvery: Seconds between checks.
    ///   - expiresAt: When its blocks soften.
    ///   - bucketing: The rollout algorithm.
    ///   - policy: The rules.
    ///   - catalog: The facts.
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

    /// When blocks soften: the earliest of ``expiresAt`` and 45 days after issue and after it was first stored.
    /// - Parameter storedAt: When this device first stored it, if it did.
    /// - Returns: The instant, or `nil` if nothing limits it.
    public func effectiveExpiry(storedAt: Date? = nil) -> Date? {
        [
            expiresAt, issuedAt?.addingTimeInterval(Self.longestLifetime),
            storedAt?.addingTimeInterval(Self.longestLifetime),
        ].compactMap { $0 }.min()
    }
}
