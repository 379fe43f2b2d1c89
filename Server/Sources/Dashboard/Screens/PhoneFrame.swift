import AirworthyPolicy
import AirworthyTexts
import Foundation

/// A screen of the app, drawn as a phone.
struct PhoneFrame: Sendable {
    /// A button of the screen.
    struct Button: Sendable {
        let label: String
        /// `first` for the button that stands out.
        let style: String
    }

    /// The kind of screen, as a class: `gate`, `prompt`, `alert`, `banner`, `maintenance` or `unavailable`.
    let kind: String
    /// The kind in words, such as `Prompt`.
    let name: String
    /// The language tag of the words.
    let language: String
    /// The direction of writing: `ltr` or `rtl`.
    let direction: String
    /// Classes for the look: `dark`, `large`.
    let look: String
    let title: String
    let message: String?
    let details: [String]
    let notes: ScreenContent.Notes?
    let buttons: [Button]
    /// The language of a title or a message that is not in that of the screen.
    let titleLanguage: String?
    let messageLanguage: String?

    /// The name of a prompt that is the system's alert.
    static let alertName = "Alert"

    /// Frames texts in a language, by its tag. `look` has classes; the translation, which says what is missing, is
    /// `nil` if that is not known.
    init(
        _ content: ScreenContent, language: String, look: String = "", translation: ScreenTranslation? = nil,
        isAlert: Bool = false
    ) {
        kind = isAlert ? "alert" : "\(content.kind)"
        name = isAlert ? Self.alertName : content.kind.name
        self.language = language
        direction = LanguageName.isRightToLeft(language) ? "rtl" : "ltr"
        self.look = look
        title = content.title
        message = content.message.isEmpty ? nil : content.message
        details = content.details
        // The system's alert has none.
        notes = isAlert ? nil : content.notes
        let labels = content.actions.map { content.labels[$0] ?? $0.rawValue }
        buttons = labels.enumerated().map { Button(label: $1, style: $0 == 0 ? "first" : "") }
        // A text for all languages and a built-in one need no tag of their own.
        func tag(_ instead: String?) -> String? {
            instead.flatMap { ["", LocalizedText.undetermined].contains($0) ? nil : $0 }
        }
        titleLanguage = tag(translation?.titleInstead)
        messageLanguage = tag(translation?.messageInstead)
    }
}

extension ScreenContent.Kind {
    /// The kind in words, such as `Prompt`.
    var name: String {
        switch self {
        case .launching: "Launch"
        case .gate: "Gate"
        case .unavailable: "Gate without an update"
        case .maintenance: "Maintenance"
        case .prompt: "Prompt"
        case .banner: "Banner"
        }
    }
}

/// Languages by their names.
enum LanguageName {
    private static let english = Locale(identifier: "en")

    /// The English name, such as `Japanese` or `Chinese (Simplified)`; the tag if it has none.
    static func name(of tag: String) -> String {
        guard let name = english.localizedString(forIdentifier: tag) else { return tag }
        let parts = name.split(separator: ", ", maxSplits: 1)
        return parts.count == 2 && !name.contains("(") ? "\(parts[0]) (\(parts[1]))" : name
    }

    /// The name in the language itself, such as `日本語`; `nil` if it is unknown or the English one.
    static func ownName(of tag: String) -> String? {
        guard let own = Locale(identifier: tag).localizedString(forIdentifier: tag),
            own != english.localizedString(forIdentifier: tag), own != tag
        else { return nil }
        return own
    }

    /// Whether a language is written from right to left.
    static func isRightToLeft(_ tag: String) -> Bool {
        Locale.Language(identifier: tag).characterDirection == .rightToLeft
    }
}
