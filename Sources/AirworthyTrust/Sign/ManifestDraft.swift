public import AirworthyPolicy

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A manifest before it is signed: the author's policy and catalog as they are, under a new header.
///
/// The documents stay JSON trees, so what this version does not know reaches clients that do.
public struct ManifestDraft: Hashable, Sendable {
    /// How often clients check unless something else is said, in seconds: six hours.
    public static let defaultRefreshEvery = 21_600

    /// The app's slug.
    public var app: String
    /// Whom it is for.
    public var audience: String
    /// The signed id of the policy's origin.
    public var lineage: String?
    /// Its number within the lineage.
    public var revision: Int
    /// The number of the policy in it.
    public var policyVersion: Int?
    /// When it is issued, kept to the millisecond.
    public var issuedAt: Date
    /// How many seconds after a successful check clients check again, 60…86 400.
    public var refreshEvery: Int
    /// When its blocks soften; 45 days after the issue at the latest, whatever is written here.
    public var expiresAt: Date?
    /// The rollout algorithm.
    public var bucketing: String
    /// The rules, as their author wrote them.
    public var policy: JSONValue
    /// The facts about releases.
    public var catalog: JSONValue?

    /// Makes a draft.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - audience: Whom it is for.
    ///   - lineage: The signed id of the policy's origin.
    ///   - revision: Its number within the lineage.
    ///   - policyVersion: The number of the policy in it.
    ///   - issuedAt: When it is issued.
    ///   - refreshEvery: Seconds between checks, 60…86 400.
    ///   - expiresAt: When its blocks soften.
    ///   - bucketing: The rollout algorithm.
    ///   - policy: The rules.
    ///   - catalog: The facts about releases.
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

    /// The bytes to sign. Make them once: the same draft gives the same bytes, another version of this may not.
    public var payload: [UInt8] {
        var object: JSONObject = ["schema": .number(JSONNumber(Manifest.currentSchema))]
        object["app"] = .string(app)
        object["audience"] = .string(audience)
        object["lineage"] = lineage.map(JSONValue.string)
        object["revision"] = .number(JSONNumber(revision))
        object["policyVersion"] = policyVersion.map { .number(JSONNumber($0)) }
        object["issuedAt"] = .string(Timestamp.format(issuedAt))
        object["refreshEvery"] = .number(JSONNumber(refreshEvery))
        object["expiresAt"] = expiresAt.map { .string(Timestamp.format($0)) }
        object["bucketing"] = .string(bucketing)
        object["policy"] = policy
        object["catalog"] = catalog
        return JSONValue.object(object).jsonBytes()
    }
}
