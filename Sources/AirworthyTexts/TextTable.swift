import Foundation

/// The texts of one language.
///
/// It replaces `Bundle.localizedString`, which crashes on Linux next to a `.stringsdict`, accepts no language (previews need
/// one), and takes plural rules and text from different places. All platforms use this reader, so tests on Linux cover it.
/// The tables have Apple's format.
struct TextTable: Sendable {
    /// The language of the table, one of ``TextLanguage/all``.
    let language: String
    /// The language with the device's region, for dates, times and digits.
    let locale: Locale

    private let entries: [String: TextEntry]

    /// Creates the table of a language.
    /// - Parameters:
    ///   - language: A tag or locale identifier; `nil` for the language of the app.
    ///   - app: The app's localisations, the current one first. They reflect the settings of the system, the app and the
    ///     scheme, and contain no language that the app lacks.
    ///   - current: The locale of the device.
    ///   - files: The files with the texts, the most important first; `nil` for those of the app and of this package.
    init(
        language: String? = nil, app: [String] = Bundle.main.preferredLocalizations, current: Locale = .current,
        files: [TextFiles]? = nil
    ) {
        let best = TextLanguage.best(for: language.map { [$0] } ?? app)
        self.language = best
        let stated = language.flatMap(TextLanguage.region)
        if stated == nil, TextLanguage.match(current.identifier) == best {
            // Keeps the user's own settings, such as the 24-hour clock.
            locale = current
        } else {
            let region = stated ?? TextLanguage.region(of: current.identifier)
            locale = Locale(identifier: region.map { "\(best)-\($0)" } ?? best)
        }
        entries = files.map { Self.entries(of: best, in: $0) } ?? Self.standardEntries(of: best)
    }

    /// Whether the language is written from right to left.
    var isRightToLeft: Bool { language == "ar" }

    /// Returns a text with its arguments. A text that the table lacks is in English.
    /// - Parameters:
    ///   - key: The key of the text.
    ///   - arguments: The arguments, in the order of the placeholders.
    /// - Returns: The text.
    func text(_ key: TextKey, with arguments: [TextArgument] = []) -> String {
        let format = (entries[key.rawValue] ?? key.builtIn).format(for: arguments, in: language)
        return TextFormat(locale: locale, isolates: isRightToLeft).fill(format, with: arguments)
    }

    private static let lock = NSLock()
    /// The tables read so far: each language is read once per process. Accessed only under the lock.
    private nonisolated(unsafe) static var read: [String: [String: TextEntry]] = [:]

    private static func standardEntries(of language: String) -> [String: TextEntry] {
        lock.lock()
        defer { lock.unlock() }
        if let entries = read[language] { return entries }
        let entries = entries(of: language, in: [.app, .builtIn])
        read[language] = entries
        return entries
    }

    private static func entries(of language: String, in files: [TextFiles]) -> [String: TextEntry] {
        files.reduce(into: [:]) { all, files in all.merge(TextEntry.read(language, in: files)) { first, _ in first } }
    }
}

extension TextKey {
    /// The English text as an entry of a table.
    var builtIn: TextEntry {
        englishOne.map { .plural([.one: $0, .other: english]) } ?? .plain(english)
    }
}
