import AirworthyPolicy
import Foundation

/// The choices of the page with the screens.
struct ScreensChoice: Sendable {
    /// The value for all languages.
    static let all = "all"

    let rule: Rule?
    /// `nil` for every kind.
    let kind: ScreenRehearsal.Kind?
    /// `nil` for all languages.
    let language: String?
    let isDark: Bool
    let isLarge: Bool
    /// Whether the address names a rule that does not exist.
    let isRuleMissing: Bool

    init(_ query: FormFields, policy: Policy, languages: (Effect?) -> [String], now: Date) {
        let named = query["rule"]
        let prompting = policy.rules.first { rule in !ScreenRehearsal.kinds(of: rule.effect, at: now).isEmpty }
        rule = named == Self.builtIn ? nil : policy.rules.first { $0.id == named } ?? prompting ?? policy.rules.first
        isRuleMissing = named != nil && named != Self.builtIn && rule?.id != named
        let tags = languages(rule?.effect)
        let wanted = query["language"]
        let usual = tags.first { $0.lowercased() == policy.defaultLanguage.lowercased() } ?? "en"
        language = wanted == Self.all ? nil : tags.first { $0 == wanted } ?? usual
        let kind = query["kind"].flatMap(ScreenRehearsal.Kind.init)
        let shown = rule.map { ScreenRehearsal.kinds(of: $0.effect, at: now) } ?? []
        let first = ScreenRehearsal.Kind.allCases.first(where: shown.contains) ?? .prompt
        self.kind = language == nil ? kind ?? first : kind
        isDark = query["look"] == "dark"
        isLarge = query["size"] == "large"
    }

    /// The value of the choice of no rule.
    static let builtIn = "$built-in"

    /// The address with another language or kind.
    func query(language: String? = nil, kind: String? = nil) -> String {
        PathText.query([
            ("rule", rule?.id ?? Self.builtIn), ("language", language ?? self.language ?? Self.all),
            ("kind", kind ?? self.kind?.rawValue), ("look", isDark ? "dark" : nil), ("size", isLarge ? "large" : nil),
        ])
    }
}
