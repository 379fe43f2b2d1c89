/// The steps by which a decision was reached: each rule, each condition with the value of the installation, and each
/// release with the obstacle to installing it.
///
/// ```swift
/// let decision = decide(manifest, for: installation, at: .now, trace: true)
/// for step in decision.trace?.rules ?? [] { print(step.rule, step.condition.truth, step.outcome) }
/// ```
public struct Trace: Hashable, Sendable {
    /// A condition and its result.
    public struct ConditionStep: Hashable, Sendable {
        /// The key as written, e.g. `version`.
        public var key: String
        /// The value that the rule expects.
        public var expected: String
        /// The value of the installation; `nil` for `all`, `any` and `not`.
        public var seen: String?
        /// Whether the condition holds.
        public var truth: Truth
        /// The conditions inside `all`, `any` and `not`.
        public var parts: [ConditionStep]
    }

    /// A rule and its result.
    public struct RuleStep: Hashable, Sendable {
        /// The rule's id.
        public var rule: String
        /// The rule's condition.
        public var condition: ConditionStep
        /// The result of the rule; empty if the condition does not hold.
        public var outcome: String
        /// Whether the rule decided.
        public var decided: Bool
    }

    /// A known offer and whether this installation can get it.
    public struct OfferStep: Hashable, Sendable {
        /// The release, e.g. `2.2.1 (310)`.
        public var release: String
        /// The offer's channel.
        public var channel: Channel
        /// The storefront that the verdict is for, if any.
        public var storefront: Storefront?
        /// `installable`, or the obstacle.
        public var verdict: String
    }

    /// The values that were missing, and the consequences.
    public var notes: [String]
    /// The rules in order.
    public var rules: [RuleStep]
    /// The offers for the platform and channel that are newer than the installed app, newest first, and the newest
    /// other one.
    public var offers: [OfferStep]
    /// The rule that gave each feature its value. Features with their default value are left out.
    public var features: [String: String]

    var jsonValue: JSONValue {
        [
            "notes": .array(notes.map { .string($0) }),
            "rules": .array(
                rules.map { step in
                    [
                        "rule": .string(step.rule), "condition": json(step.condition),
                        "outcome": .string(step.outcome), "decided": .bool(step.decided),
                    ]
                }),
            "offers": .array(
                offers.map { step in
                    [
                        "release": .string(step.release), "channel": .string(step.channel.description),
                        "storefront": .text(step.storefront),
                        "verdict": .string(step.verdict),
                    ]
                }),
            "features": ObjectWriter.object(features) { .string($0) },
        ]
    }

    private func json(_ step: ConditionStep) -> JSONValue {
        var object: JSONObject = [
            "condition": .string(step.key), "expected": .string(step.expected),
            "seen": .of(step.seen), "truth": .string(step.truth.rawValue),
        ]
        if !step.parts.isEmpty { object["parts"] = .array(step.parts.map { json($0) }) }
        return .object(object)
    }
}
