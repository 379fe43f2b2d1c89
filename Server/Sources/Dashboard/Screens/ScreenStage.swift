import AirworthyPolicy
import AirworthyTexts
import Foundation
import LaunchScreens

extension ScreenRehearsal.Kind {
    /// Which installations see it by a rule that leads to it.
    fileprivate var audience: String {
        switch self {
        case .gate: "by this rule, for those who can update"
        case .unavailable, .banner: "by this rule, for those who cannot update"
        case .prompt, .maintenance: "by this rule"
        case .alert: "instead of the prompt, in apps with prompt: .alert"
        }
    }

    /// The kind in words.
    var name: String {
        switch self {
        case .prompt: ScreenContent.Kind.prompt.name
        case .alert: PhoneFrame.alertName
        case .gate: ScreenContent.Kind.gate.name
        case .unavailable: ScreenContent.Kind.unavailable.name
        case .banner: ScreenContent.Kind.banner.name
        case .maintenance: ScreenContent.Kind.maintenance.name
        }
    }
}

/// Draws the screens of a rule in the languages that are asked for.
struct ScreenStage: Sendable {
    private let choice: ScreensChoice
    private let shown: Set<ScreenRehearsal.Kind>
    private let translations: [ScreenTranslation]
    private let contents: [ScreenRehearsal.Kind: [String: ScreenContent]]

    init(
        choice: ScreensChoice, policy: Policy, versions: ScreenRehearsal.Versions, translations: [ScreenTranslation],
        now: Date
    ) {
        self.choice = choice
        self.translations = translations
        shown = choice.rule.map { ScreenRehearsal.kinds(of: $0.effect, at: now) } ?? []
        let screens = translations.map { ($0.language, LaunchScreen(language: $0.language, at: now)) }
        var contents: [ScreenRehearsal.Kind: [String: ScreenContent]] = [:]
        for kind in ScreenRehearsal.Kind.allCases {
            let rehearsal = ScreenRehearsal(kind, of: choice.rule, policy: policy, versions: versions, at: now)
            for (language, screen) in screens {
                contents[kind, default: [:]][language] = rehearsal.content(in: language, on: screen)
            }
        }
        self.contents = contents
    }

    /// The screens that are asked for: one kind in all languages, or some kinds in one language.
    func cards(path: String) -> [ScreensModel.Card] {
        let all = ScreenRehearsal.Kind.allCases
        // First what the rule leads to.
        let kinds = choice.kind.map { [$0] } ?? all.filter(shown.contains) + all.filter { !shown.contains($0) }
        let asked = translations.filter { choice.language == nil || $0.language == choice.language }
        return kinds.flatMap { kind in
            let longest = longestLanguage(of: kind)?.language
            return asked.map { card(kind, $0, isLongest: $0.language == longest, path: path) }
        }
    }

    /// The language with the longest texts of each kind.
    var longest: [ScreensModel.Longest] {
        // An alert has the words of the prompt.
        ScreenRehearsal.Kind.allCases.filter { $0 != .alert }.compactMap { kind in
            longestLanguage(of: kind).map { found in
                ScreensModel.Longest(
                    kind: kind.name,
                    value: "\(LanguageName.name(of: found.language)), \(Figure.count(found.length, "character"))")
            }
        }
    }

    private func longestLanguage(of kind: ScreenRehearsal.Kind) -> (language: String, length: Int)? {
        let lengths = translations.compactMap { translation in
            contents[kind]?[translation.language].map { (language: translation.language, length: $0.length) }
        }
        return lengths.max { $0.length < $1.length }
    }

    private func card(
        _ kind: ScreenRehearsal.Kind, _ translation: ScreenTranslation, isLongest: Bool, path: String
    ) -> ScreensModel.Card {
        let language = translation.language
        let isAll = choice.language == nil
        let look = [choice.isDark ? "dark" : "", choice.isLarge ? "large" : ""].joined(separator: " ")
        var marks: [Tag] = []
        if !isAll, choice.rule != nil {
            marks.append(shown.contains(kind) ? Tag(kind.audience, "accent") : Tag("not by this rule"))
        }
        if isLongest { marks.append(Tag("the longest text", "accent")) }
        marks += translation.missing.map { Tag($0, "warn") }
        let content = contents[kind]?[language]
        return ScreensModel.Card(
            heading: isAll ? LanguageName.name(of: language) : kind.name,
            ownName: isAll ? LanguageName.ownName(of: language) : nil, language: language,
            path: path
                + (isAll
                    ? choice.query(language: language, kind: "")
                    : choice.query(language: ScreensChoice.all, kind: kind.rawValue)),
            pathName: isAll ? "Every kind" : "In all languages", marks: marks,
            frame: content.map {
                PhoneFrame($0, language: language, look: look, translation: translation, isAlert: kind == .alert)
            },
            absence: content == nil ? Self.absence(of: kind) : nil)
    }

    private static func absence(of kind: ScreenRehearsal.Kind) -> String {
        kind == .banner
            ? "Nothing: a banner appears only for a rule with a message of its own." : "The app shows nothing."
    }
}

extension ScreenContent {
    /// The number of characters of all texts.
    var length: Int {
        let texts = [title, message, notes?.title ?? ""] + details + actions.map { labels[$0] ?? "" }
        return texts.reduce(0) { $0 + $1.count }
    }
}
