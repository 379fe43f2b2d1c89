import AirworthyPolicy
import ControlPlane
import Foundation

/// The features of an app for one context, as flags.
struct FlagEvaluation {
    /// A flag with its value, or the reason why it has none.
    struct Flag {
        let key: String
        let value: JSONValue
        let reason: String
        /// The id of the rule that matched, or `default`.
        let variant: String
        let problem: FlagProblem?

        var jsonValue: JSONValue {
            var object: JSONObject = ["key": .string(key)]
            if let problem {
                for member in problem.members.members { object[member.key] = member.value }
                return .object(object)
            }
            object["value"] = value
            object["reason"] = .string(reason)
            // The protocol makes it optional, but clients insist on it.
            object["variant"] = .string(variant)
            return .object(object)
        }
    }

    /// All flags, by name.
    let flags: [Flag]
    let metadata: JSONObject

    init(_ head: LoadedHead, app: String, installation: Installation, at now: Date) {
        // No decision is older than its manifest.
        let instant = max(now, head.manifest.issuedAt ?? now)
        let decision = decide(head.prepared, for: installation, at: instant, confirmedAt: instant, trace: true)
        let features = head.manifest.policy.features
        let matched = decision.trace?.features ?? [:]
        flags = decision.features.keys.sorted().map { key in
            Self.flag(
                key, value: decision.features[key] ?? .bool(false), feature: features[key], rule: matched[key],
                hasTargetingKey: installation.installID != nil)
        }
        metadata = ["app": .string(app), "revision": .of(head.revision)]
    }

    func flag(_ key: String) -> Flag? { flags.first { $0.key == key } }

    private static func flag(
        _ key: String, value: JSONValue, feature: Feature?, rule: String?, hasTargetingKey: Bool
    ) -> Flag {
        let matched = rule.flatMap { id in feature?.rules.first { $0.id == id } }
        var problem: FlagProblem?
        if !hasTargetingKey, feature?.rules.contains(where: \.when.namesShare) ?? false {
            problem = FlagProblem(
                .targetingKeyMissing, key: key, details: "the feature has a rollout, which needs a targetingKey")
        }
        // The protocol has no word for a default after rules, so it is static, too.
        let reason = matched.map { $0.when.namesShare ? "SPLIT" : "TARGETING_MATCH" } ?? "STATIC"
        return Flag(
            key: key, value: value, reason: reason, variant: matched?.id ?? "default",
            problem: problem)
    }
}

extension Condition {
    /// Whether a part of the condition is for a random share of the devices.
    fileprivate var namesShare: Bool {
        switch self {
        case .rollout: true
        case .all(let parts), .any(let parts): parts.contains(where: \.namesShare)
        case .not(let part): part.namesShare
        default: false
        }
    }
}
