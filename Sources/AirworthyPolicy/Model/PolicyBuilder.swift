#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A part of a policy in Swift: ``Require``, ``Minimum``, ``Suggest``, ``Exempt``, or a ``Rule``.
public protocol PolicyPart: Sendable {
    /// The rule. An empty id becomes `rule-<n>`, as in documents.
    var rule: Rule { get }
}

extension Rule: PolicyPart {
    /// The rule itself.
    public var rule: Rule { self }
}

/// Requires an update of some versions.
///
/// ```swift
/// Policy { Require("2.2.0", message: "This version can lose your tags.") }
/// ```
public struct Require: PolicyPart {
    /// The rule.
    public let rule: Rule

    /// Creates the rule.
    /// - Parameters:
    ///   - versions: The installed versions, e.g. `2.2.0` or `>=2.2 <2.2.3`, as in ``VersionRange/init(_:)``. If they cannot be
    ///     read, the rule never applies, and a client reports that it is misconfigured.
    ///   - id: The id of the rule.
    ///   - url: The URL of the update. Without release data it is needed: an update that may not exist is never required.
    ///   - deadline: The date from which the update is required; recommended before it.
    ///   - message: The text of the screen.
    ///   - condition: A further condition, such as `.channel([.appstore])`.
    public init(
        _ versions: String, id: String? = nil, url: String? = nil, deadline: Date? = nil, message: LocalizedText? = nil,
        when condition: Condition? = nil
    ) {
        var effect = Effect(update: .required)
        effect.url = url
        effect.deadline = deadline
        effect.message = message
        rule = Rule(id: id, versions: versions, when: condition, effect: effect)
    }
}

/// Requires an update of all versions below a minimum.
///
/// ```swift
/// Policy { Minimum("1.4", url: "https://apps.apple.com/app/id6504763618") }
/// ```
public struct Minimum: PolicyPart {
    /// The rule.
    public let rule: Rule

    /// Creates the rule.
    /// - Parameters:
    ///   - version: The oldest version that may be used.
    ///   - id: The id of the rule.
    ///   - url: The URL of the update. Without release data it is needed.
    ///   - deadline: The date from which the update is required; recommended before it.
    ///   - message: The text of the screen.
    ///   - condition: A further condition.
    public init(
        _ version: String, id: String? = nil, url: String? = nil, deadline: Date? = nil, message: LocalizedText? = nil,
        when condition: Condition? = nil
    ) {
        rule =
            Require("<\(version)", id: id, url: url, deadline: deadline, message: message, when: condition).rule
    }
}

/// Recommends an update of all versions below another one.
///
/// ```swift
/// Policy { Suggest(.latest, remind: .weekly, skippable: true, settle: .days(1)) }
/// ```
public struct Suggest: PolicyPart {
    /// The version from which the rule recommends nothing.
    public struct Version: ExpressibleByStringLiteral, Sendable {
        let text: String

        /// The newest release that the installation can get.
        public static let latest = Version(stringLiteral: "latest")

        /// Creates a version.
        /// - Parameter text: The version, e.g. `2.0`.
        public init(stringLiteral text: String) { self.text = text }
    }

    /// The rule.
    public let rule: Rule

    /// Creates the rule.
    /// - Parameters:
    ///   - version: The version that users should have.
    ///   - id: The id of the rule.
    ///   - remind: The interval between prompts.
    ///   - skippable: Whether the user may skip the release.
    ///   - settle: The wait after a release before the rule acts.
    ///   - url: The URL of the update, if it differs from the release's.
    ///   - message: The text of the prompt.
    ///   - condition: A further condition.
    public init(
        _ version: Version = .latest, id: String? = nil, remind: Reminder = .daily, skippable: Bool = false,
        settle: Period = Period(seconds: 0), url: String? = nil, message: LocalizedText? = nil,
        when condition: Condition? = nil
    ) {
        var effect = Effect(update: .recommended)
        effect.remind = remind
        effect.skippable = skippable
        effect.releasedFor = settle
        effect.url = url
        effect.message = message
        rule = Rule(id: id, versions: "<\(version.text)", when: condition, effect: effect)
    }
}

/// Spares installations from the parts below it.
///
/// ```swift
/// Policy {
///     Exempt(when: .channel([.enterprise]))
///     Minimum("1.4", url: "https://apps.apple.com/app/id6504763618")
/// }
/// ```
public struct Exempt: PolicyPart {
    /// The rule.
    public let rule: Rule

    /// Creates the rule.
    /// - Parameters:
    ///   - versions: The installed versions; `nil` for all.
    ///   - id: The id of the rule.
    ///   - condition: A further condition.
    public init(_ versions: String? = nil, id: String? = nil, when condition: Condition? = nil) {
        rule = Rule(id: id, versions: versions, when: condition, effect: Effect(update: UpdateLevel.none))
    }
}

extension Rule {
    fileprivate init(id: String?, versions: String?, when condition: Condition?, effect: Effect) {
        let range = versions.map { (try? VersionRange($0)).map(Condition.version) ?? .unknown("version") }
        let conditions = [range, condition].compactMap(\.self)
        self.init(
            id: id ?? "", when: conditions.count == 1 ? conditions[0] : .all(conditions), effect: effect)
    }
}

/// Collects the parts of a policy.
@resultBuilder public enum PolicyBuilder {
    /// Takes a part.
    /// - Parameter part: The part.
    /// - Returns: The parts so far.
    public static func buildExpression(_ part: some PolicyPart) -> [Rule] { [part.rule] }

    /// Joins the parts of a block.
    /// - Parameter parts: The parts.
    /// - Returns: All parts in order.
    public static func buildBlock(_ parts: [Rule]...) -> [Rule] { parts.flatMap(\.self) }

    /// Takes the parts of an `if`.
    /// - Parameter parts: The parts, or `nil`.
    /// - Returns: The parts, or none.
    public static func buildOptional(_ parts: [Rule]?) -> [Rule] { parts ?? [] }

    /// Takes the first branch of an `if` or `switch`.
    /// - Parameter parts: The parts.
    /// - Returns: The parts.
    public static func buildEither(first parts: [Rule]) -> [Rule] { parts }

    /// Takes the other branch of an `if` or `switch`.
    /// - Parameter parts: The parts.
    /// - Returns: The parts.
    public static func buildEither(second parts: [Rule]) -> [Rule] { parts }

    /// Joins the parts of a loop.
    /// - Parameter parts: The parts of each turn.
    /// - Returns: All parts in order.
    public static func buildArray(_ parts: [[Rule]]) -> [Rule] { parts.flatMap(\.self) }
}

extension Policy {
    /// Creates a policy from parts in Swift. It equals the JSON that ``jsonValue`` writes.
    ///
    /// ```swift
    /// let policy = Policy(appleID: 6_504_763_618) {
    ///     Require("2.2.0")
    ///     Minimum("1.4")
    ///     Suggest(.latest, remind: .daily)
    /// }
    /// ```
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - appleID: The numeric Apple ID.
    ///   - features: The features by key.
    ///   - support: The support URL or mail address for blocked users.
    ///   - rules: The parts in order. The first one that applies decides.
    public init(
        app: String? = nil, appleID: Int? = nil, features: [String: Feature] = [:], support: String? = nil,
        @PolicyBuilder rules: () -> [Rule]
    ) {
        var rules = rules()
        for index in rules.indices where rules[index].id.isEmpty { rules[index].id = "rule-\(index + 1)" }
        self.init(app: app, appleID: appleID, rules: rules, features: features, support: support)
    }
}

extension LocalizedText: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    /// Creates a text in an unnamed language.
    /// - Parameter text: The text.
    public init(stringLiteral text: String) { self.init(text) }

    /// Creates a text in several languages.
    /// - Parameter texts: The texts by language; of equal languages the first counts.
    public init(dictionaryLiteral texts: (String, String)...) {
        self.init(Dictionary(texts) { first, _ in first })
    }
}
