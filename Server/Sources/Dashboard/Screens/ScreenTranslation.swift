import AirworthyPolicy
import AirworthyTexts

/// A language of the screens: what it has of a rule's own texts, and what is shown instead.
struct ScreenTranslation: Hashable, Sendable {
    /// A tag that no text has.
    private static let none = "zxx"

    let language: String
    /// The language of the shown title or message, if the rule has one that is not in this language.
    let titleInstead: String?
    let messageInstead: String?
    /// Sentences about what is missing.
    let missing: [String]

    /// Finds what the texts of an effect, or the built-in ones for `nil`, lack in a language. The policy's texts
    /// without a translation are in the default language.
    init(_ language: String, of effect: Effect?, defaultLanguage: String) {
        self.language = language
        titleInstead = Self.instead(of: effect?.title, in: language, defaultLanguage: defaultLanguage)
        messageInstead = Self.instead(of: effect?.message, in: language, defaultLanguage: defaultLanguage)
        var missing: [String] = []
        for (part, instead) in [("title", titleInstead), ("message", messageInstead)] {
            guard let instead else { continue }
            missing.append("No \(part) in this language: \(Self.words(for: instead)).")
        }
        if !Self.hasBuiltInTexts(language) {
            missing.append("Buttons in English: Airworthy has no texts in this language.")
        }
        self.missing = missing
    }

    /// Returns the language that is shown instead of one without a text; empty for the built-in text, `nil` if nothing is missing.
    private static func instead(of text: LocalizedText?, in language: String, defaultLanguage: String) -> String? {
        guard let text else { return nil }
        var translations = text.texts
        let neutral = translations.removeValue(forKey: LocalizedText.undetermined)
        let translated = LocalizedText(translations)
        if translated.text(for: language, default: none) != nil { return nil }
        if translated.text(for: defaultLanguage, default: none) != nil {
            return translated.text(for: language, default: defaultLanguage) == nil ? nil : defaultLanguage
        }
        return neutral == nil ? "" : LocalizedText.undetermined
    }

    private static func words(for instead: String) -> String {
        switch instead {
        case "": "the built-in text is shown"
        case LocalizedText.undetermined: "the text for all languages is shown"
        default: "\(LanguageName.name(of: instead)) is shown"
        }
    }

    /// Whether the built-in texts have a language, perhaps as that of another region.
    private static func hasBuiltInTexts(_ tag: String) -> Bool {
        let primary = primary(tag)
        return ScreenWriter.languages.contains { Self.primary($0) == primary }
    }

    private static func primary(_ tag: String) -> String {
        tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    }

    /// Returns the languages of the built-in texts and those of a rule's texts, by their names.
    static func languages(of effect: Effect?) -> [String] {
        let known = Set(ScreenWriter.languages.map { $0.lowercased() })
        let own = [effect?.title, effect?.message].compactMap(\.self).flatMap(\.texts.keys)
        let more = Set(own.filter { $0 != LocalizedText.undetermined && !known.contains($0.lowercased()) })
        return (ScreenWriter.languages + more).map { (tag: $0, name: LanguageName.name(of: $0)) }
            .sorted { ($0.name, $0.tag) < ($1.name, $1.tag) }.map(\.tag)
    }
}
