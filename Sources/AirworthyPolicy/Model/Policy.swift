#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A rule with a condition and an effect. The first rule that matches and has an effect decides.
///
/// ```swift
/// let rule = Rule(
///     id: "crash-2.2.0", when: .version(try VersionRange("2.2.0")), effect: Effect(update: .required))
/// ```
public struct Rule: Hashable, Sendable {
    /// The id; by default `rule-<n>`, counted from 1.
    public var id: String
    /// Custom keys that are returned with the decision.
    public var meta: JSONObject?
    private var shared: Shared

    /// The condition.
    public var when: Condition {
        _read { yield shared.when }
        set { shared = Shared(when: newValue, effect: effect) }
    }

    /// The effect.
    public var effect: Effect {
        _read { yield shared.effect }
        set { shared = Shared(when: when, effect: newValue) }
    }

    /// The dates at which the result of the rule may change without new releases.
    var instants: [Date] { shared.instants }

    /// The large parts of a rule. Copies of a rule share them, because rules are read far more often than changed.
    private final class Shared: Sendable {
        let when: Condition
        let effect: Effect
        let instants: [Date]

        init(when: Condition, effect: Effect) {
            self.when = when
            self.effect = effect
            instants = when.instants + [effect.deadline, effect.maintenance?.until].compactMap { $0 }
        }
    }

    /// Creates a rule.
    /// - Parameters:
    ///   - id: The id.
    ///   - when: The condition.
    ///   - effect: The effect.
    ///   - meta: Custom keys that are returned with the decision.
    public init(id: String, when: Condition, effect: Effect, meta: JSONObject? = nil) {
        self.id = id
        self.meta = meta
        shared = Shared(when: when, effect: effect)
    }

    /// Whether two rules are equal.
    /// - Parameters:
    ///   - lhs: The left rule.
    ///   - rhs: The right rule.
    /// - Returns: Whether all their parts are equal.
    public static func == (lhs: Rule, rhs: Rule) -> Bool {
        lhs.id == rhs.id && lhs.when == rhs.when && lhs.meta == rhs.meta && lhs.effect == rhs.effect
    }

    /// Hashes the properties that `==` compares.
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(when)
        hasher.combine(meta)
        hasher.combine(effect)
    }
}

/// A feature flag with a value of any JSON type.
///
/// ```swift
/// let beta = Feature.Rule(id: "beta", when: .channel([.testflight(nil)]), value: true)
/// let feature = Feature(default: false, rules: [beta])
/// ```
public struct Feature: Hashable, Sendable {
    /// A rule of a feature.
    public struct Rule: Hashable, Sendable {
        /// The id; by default `<n>`, counted from 1.
        public var id: String
        /// The condition.
        public var when: Condition
        /// The value if the rule matches.
        public var value: JSONValue
        /// Whether a condition on TestFlight also matches a build in App Review.
        public var includesReview: Bool

        /// Creates a rule.
        /// - Parameters:
        ///   - id: The id.
        ///   - when: The condition.
        ///   - value: The value if the rule matches.
        ///   - includesReview: Whether a condition on TestFlight also matches a build in App Review.
        public init(id: String, when: Condition, value: JSONValue, includesReview: Bool = false) {
            self.id = id
            self.when = when
            self.value = value
            self.includesReview = includesReview
        }
    }

    /// The value if no rule matches.
    public var defaultValue: JSONValue
    /// The rules in order. The first match decides.
    public var rules: [Rule]
    /// Whether the feature returns to its default when the manifest expires.
    public var resetsWhenExpired: Bool

    /// Creates a feature.
    /// - Parameters:
    ///   - defaultValue: The value if no rule matches.
    ///   - rules: The rules in order.
    ///   - resetsWhenExpired: Whether the feature returns to its default when the manifest expires.
    public init(default defaultValue: JSONValue, rules: [Rule] = [], resetsWhenExpired: Bool = false) {
        self.defaultValue = defaultValue
        self.rules = rules
        self.resetsWhenExpired = resetsWhenExpired
    }
}

/// A policy: the rules and features that a team writes for its app.
///
/// ```swift
/// let policy = Policy(
///     app: "hashtags", appleID: 6_504_763_618,
///     rules: [
///         Rule(id: "old", when: .version(try VersionRange("<2.0")), effect: Effect(update: .required))
///     ])
/// let json = policy.jsonValue.jsonText(pretty: true)
/// ```
public struct Policy: Hashable, Sendable {
    /// The version of the format, 1.
    public static let currentSchema = 1

    /// The app's slug.
    public var app: String?
    /// The bundle id.
    public var bundleID: String?
    /// The numeric Apple ID of the app.
    public var appleID: Int?
    /// The rules in order. The first rule that matches and has an effect decides.
    public var rules: [Rule]
    /// The features by key.
    public var features: [String: Feature]
    /// The language for users without a text in their own.
    public var defaultLanguage: String
    /// The update URLs by channel: `appstore`, `testflight`, `web`, `enterprise`, `marketplace:<id>`.
    public var links: [String: String]
    /// The support URL or mail address for blocked users.
    public var support: String?
    /// The time before a beta's expiry from which testers are reminded.
    public var betaReminder: Period
    /// The withdrawn releases.
    public var withdrawn: VersionRange?
    /// Whether clients may send check-ins. They do so only to a server, and the app can turn them off, too.
    public var allowsCheckIns: Bool
    /// Custom keys that are returned with every decision.
    public var meta: JSONObject?

    /// Creates a policy with the defaults of the format.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - bundleID: The bundle id.
    ///   - appleID: The numeric Apple ID.
    ///   - rules: The rules in order.
    ///   - features: The features by key.
    ///   - defaultLanguage: The language for users without a text in their own.
    ///   - links: The update URLs by channel.
    ///   - support: The support URL or mail address for blocked users.
    ///   - betaReminder: The time before a beta's expiry from which testers are reminded.
    ///   - withdrawn: The withdrawn releases.
    ///   - allowsCheckIns: Whether clients may send check-ins.
    ///   - meta: Custom keys that are returned with every decision.
    public init(
        app: String? = nil, bundleID: String? = nil, appleID: Int? = nil, rules: [Rule],
        features: [String: Feature] = [:], defaultLanguage: String = "en", links: [String: String] = [:],
        support: String? = nil, betaReminder: Period = Period(seconds: 7 * 86_400), withdrawn: VersionRange? = nil,
        allowsCheckIns: Bool = true, meta: JSONObject? = nil
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
        self.allowsCheckIns = allowsCheckIns
        self.meta = meta
    }
}
