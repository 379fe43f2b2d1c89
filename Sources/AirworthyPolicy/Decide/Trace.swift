/// How a decision was reached: each rule, each condition with the value seen, and each release with what stood in its
/// way.
public struct Trace: Hashable, Sendable {
    /// A condition and what it said.
    public struct Node: Hashable, Sendable {
        /// The key as written, e.g. `version`.
        public var key: String
        /// What the rule asks for.
        public var expected: String
        /// What the installation has; `nil` for `all`, `any` and `not`.
        public var seen: String?
        /// What it said.
        public var truth: Truth
        /// What `all`, `any` and `not` are made of.
        public var parts: [Node]
    }

    /// A rule and what became of it.
    public struct RuleStep: Hashable, Sendable {
        /// The rule's id.
        public var rule: String
        /// Its condition.
        public var condition: Node
        /// What it came to: empty if it did not match.
        public var outcome: String
        /// Whether it decided.
        public var decided: Bool
    }

    /// A known offer and whether this installation can have it.
    public struct OfferStep: Hashable, Sendable {
        /// The release, e.g. `2.2.1 (310)`.
        public var release: String
        /// The offer's channel.
        public var channel: Channel
        /// The App Store country it was judged for, if any.
        public var storefront: Storefront?
        /// `installable`, or what stands in the way.
        public var verdict: String
    }

    /// Facts that were missing, and what follows.
    public var notes: [String]
    /// The rules in order.
    public var rules: [RuleStep]
    /// The offers of the platform and channel that are newer than the copy, newest first, and the newest other one.
    public var offers: [OfferStep]
    /// The rule that gave each feature its value; features at their default are left out.
    public var features: [String: String]
}
