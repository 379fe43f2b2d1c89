public import AirworthyPolicy
public import AirworthyTrust

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A manifest before it is signed: the author's policy and catalog with a header.
///
/// The documents stay JSON values, so that keys of a later version reach the clients that know them.
///
/// ```swift
/// let draft = ManifestDraft(
///     app: "hashtags", lineage: "hashtags", revision: 42, issuedAt: .now, policy: policy.jsonValue,
///     catalog: catalog.jsonValue)
/// let bytes = try SignedManifest.sign(payload: draft.payload, keys: [key])
/// ```
public struct ManifestDraft: Hashable, Sendable {
    /// The default interval between two checks of a client, in seconds: six hours.
    public static let defaultRefreshEvery = 21_600

    /// The app's slug.
    public var app: String
    /// The audience.
    public var audience: String
    /// The id of the server or author that signs the manifests.
    public var lineage: String?
    /// The number of the manifest within the lineage.
    public var revision: Int
    /// The version number of the policy.
    public var policyVersion: Int?
    /// The date of issue, to the millisecond.
    public var issuedAt: Date
    /// The seconds from a successful check of a client to the next, 60…86 400.
    public var refreshEvery: Int
    /// The date after which the manifest no longer blocks the app; at the latest 45 days after the issue.
    public var expiresAt: Date?
    /// The rollout algorithm.
    public var bucketing: String
    /// The policy, as its author wrote it.
    public var policy: JSONValue
    /// The catalog of releases.
    public var catalog: JSONValue?

    /// Creates a draft.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - audience: The audience.
    ///   - lineage: The id of the server or author that signs the manifests.
    ///   - revision: The number of the manifest within the lineage.
    ///   - policyVersion: The version number of the policy.
    ///   - issuedAt: The date of issue.
    ///   - refreshEvery: The seconds between two checks, 60…86 400.
    ///   - expiresAt: The date after which the manifest no longer blocks the app.
    ///   - bucketing: The rollout algorithm.
    ///   - policy: The policy.
    ///   - catalog: The catalog of releases.
    public init(
        app: String, audience: String = Pins.defaultAudience, lineage: String? = nil, revision: Int,
        policyVersion: Int? = nil, issuedAt: Date, refreshEvery: Int = ManifestDraft.defaultRefreshEvery,
        expiresAt: Date? = nil, bucketing: String = RolloutBucket.algorithm, policy: JSONValue,
        catalog: JSONValue? = nil
    ) {
        self.app = app
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

    /// The bytes to sign. Sign and keep these bytes: a later version of this module may write the same draft differently.
    public var payload: [UInt8] {
        Manifest(
            app: app, audience: audience, lineage: lineage, revision: revision, policyVersion: policyVersion,
            issuedAt: issuedAt, refreshEvery: refreshEvery, expiresAt: expiresAt, bucketing: bucketing,
            policy: Policy(rules: [])
        ).jsonValue(policy: policy, catalog: catalog).jsonBytes()
    }
}
