#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A rule: when it matches and does something, it decides.
public struct Rule: Hashable, Sendable {
    /// The id; `rule-<n>`, counted from 1, where the author gave none.
    public var id: String
    /// Opaque keys handed on with the decision.
    public var meta: JSONObject?
    private var shared: Shared

    /// When it matches.
    public var when: Condition {
        _read { yield shared.when }
        set { shared = Shared(newValue, effect) }
    }

    /// What it does.
    public var effect: Effect {
        _read { yield shared.effect }
        set { shared = Shared(when, newValue) }
    }

    /// The instants at which the rule may come to something else, whatever the releases.
    var instants: [Date] { shared.instants }

    /// Rules are looked at far more often than they change, and their parts are large: copies of a rule share them.
    private final class Shared: Sendable {
        let when: Condition
        let effect: Effect
        let instants: [Date]

        init(_ when: Condition, _ effect: Effect) {
            self.when = when
            self.effect = effect
            instants = when.instants + [effect.deadline, effect.maintenance?.until].compactMap { $0 }
        }
    }

    /// Makes a rule.
    /// - Parameters:
    ///   - id: The id.
    ///   - when: When it matches.
    ///   - effect: What it does.
    ///   - meta: Opaque keys handed on with the decision.
    public init(id: String, when: Condition, effect: Effect, meta: JSONObject? = nil) {
        self.id = id
        self.meta = meta
        shared = Shared(when, effect)
    }

    /// Whether two rules say the same.
    /// - Parameters:
    ///   - lhs: The left rule.
    ///   - rhs: The right rule.
    /// - Returns: Whether all their parts are equal.
    public static func == (lhs: Rule, rhs: Rule) -> Bool {
        lhs.id == rhs.id && lhs.when == rhs.when && lhs.meta == rhs.meta && lhs.effect == rhs.effect
    }

    /// Hashes what equality looks at.
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(when)
        hasher.combine(meta)
        hasher.combine(effect)
    }
}

/// A switch or a value for a part of the app.
public struct Feature: Hashable, Sendable {
    /// A rule of a feature.
    public struct Rule: Hashable, Sendable {
        /// The id; `<n>`, counted from 1, where the author gave none.
        public var id: String
        /// When it matches.
        public var when: Condition
        /// The value it gives.
        public var value: JSONValue
        /// Whether a condition on TestFlight also matches a copy that is in App Review.
        public var includesReview: Bool

        /// Makes a rule.
        /// - Parameters:
        ///   - id: The id.
        ///   - when: When it matches.
        ///   - value: The value it gives.
        ///   - includesReview: Whether a condition on TestFlight also matches a copy in App Review.
        public init(id: String, when: Condition, value: JSONValue, includesReview: Bool = false) {
            self.id = id
            self.when = when
            self.value = value
            self.includesReview = includesReview
        }
    }

    /// The value where no rule matches.
    public var defaultValue: JSONValue
    /// The rules in order: the first that matches gives the value.
    public var rules: [Rule]
    /// Whether an expired manifest gives the default.
    public var resetsWhenExpired: Bool

    /// Makes a feature.
    /// - Parameters:
    ///   - defaultValue: The value where no rule matches.
    ///   - rules: The rules in order.
    ///   - resetsWhenExpired: Whether an expired manifest gives the default.
    public init(default defaultValue: JSONValue, rules: [Rule] = [], resetsWhenExpired: Bool = false) {
        self.defaultValue = defaultValue
        self.rules = rules
        self.resetsWhenExpired = resetsWhenExpired
    }
}

/// What the team writes.
public struct Policy: Hashable, Sendable {
    /// The version of the format, 1.
    public static let currentSchema = 1

    /// The app's slug.
    public var app: String?
    /// The bundle id.
    public var bundleID: String?
    /// The numeric Apple ID of the app.
    public var appleID: Int?
    /// The rules in order: the first that matches and does something wins.
    public var rules: [Rule]
    /// The features by key.
    public var features: [String: Feature]
    /// The language of last resort.
    public var defaultLanguage: String
    /// Where to send people, by channel: `appstore`, `testflight`, `web`, `enterprise`, `marketplace:<id>`.
    public var links: [String: String]
    /// Where a blocked person finds help.
    public var support: String?
    /// How long before a beta expires its testers are told.
    public var betaReminder: Period
    /// Releases that were taken back.
    public var withdrawn: VersionRange?
    /// Opaque keys handed on with every decision.
    public var meta: JSONObject?

    /// Makes a policy with the defaults of the format.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - bundleID: The bundle id.
    ///   - appleID: The numeric Apple ID.
    ///   - rules: The rules in order.
    ///   - features: The features by key.
    ///   - defaultLanguage: The language of last resort.
    ///   - links: Where to send people, by channel.
    ///   - support: Where a blocked person finds help.
    ///   - betaReminder: How long before a beta expires its testers are told.
    ///   - withdrawn: Releases that were taken back.
    ///   - meta: Opaque keys handed on with every decision.
    public init(
        app: String? = nil, bundleID: String? = nil, appleID: Int? = nil, rules: [Rule],
        features: [String: Feature] = [:], defaultLanguage: String = "en", links: [String: String] = [:],
        support: String? = nil, betaReminder: Period = Period(seconds: 7 * 86_400), withdrawn: VersionRange? = nil,
        meta: JSONObject? = nil
    ) {
        self.app = app
        self.bundleID = bundleID
        self.appleID = appleID
        self.rules = rules
        self.features = features
        self.defaultLanguage = defaultLanguage
        self.links = links
        self.support = support
        self.betaReminder = betaReminder
        self.withdrawn = withdrawn
        self.meta = meta
    }
}
