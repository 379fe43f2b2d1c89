import Airworthy
import Foundation

/// Looks texts up in the table of one language.
///
/// One reader of its own on all platforms, in place of `Bundle.localizedString`: that crashes on Linux beside a
/// `.stringsdict`, cannot be told a language, as a preview or a picture has to, and takes its plural rules from
/// another place than its text. So what is tested on Linux is what runs. The tables are of Apple's form all the same,
/// and the language is the one that the app shows.
struct TextTable: Sendable {
    /// Which table is in use, one of ``TextLanguage/all``.
    let language: String
    /// That language where the device is: for dates, times and digits.
    let locale: Locale

    private let entries: [String: TextEntry]

    /// - Parameters:
    ///   - language: A tag or locale identifier; `nil` is the language the app shows.
    ///   - app: The app's own localisations, the one in use first. A setting of the system, of the app in Settings, or
    ///     of a scheme is already in it, and a language that the app does not have is not.
    ///   - current: The device's.
    init(
        language: String? = nil, app: [String] = Bundle.main.preferredLocalizations, current: Locale = .current
    ) {
        let best = TextLanguage.best(for: language.map { [$0] } ?? app)
        self.language = best
        let stated = language.flatMap(TextLanguage.region)
        if stated == nil, TextLanguage.match(current.identifier) == best {
            // With what its owner has set, such as 24 hours.
            locale = current
        } else {
            let region = stated ?? TextLanguage.region(of: current.identifier)
            locale = Locale(identifier: region.map { "\(best)-\($0)" } ?? best)
        }
        entries = Self.entries(of: best)
    }

    /// Whether it is written from right to left.
    var isRightToLeft: Bool { language == "ar" }

    /// Finds a text and puts its arguments in. Never gives a raw key: what no table has is English.
    /// - Parameters:
    ///   - key: Which text.
    ///   - arguments: What is put in, in the order of its placeholders.
    /// - Returns: The text.
    func text(_ key: TextKey, _ arguments: [TextArgument] = []) -> String {
        let format = (entries[key.rawValue] ?? key.builtIn).format(for: arguments, in: language)
        return TextFormat(locale: locale, isolates: isRightToLeft).fill(format, arguments)
    }

    // Each language is read once a process.
    private static let read = Locked<[String: [String: TextEntry]]>([:])

    private static func entries(of language: String) -> [String: TextEntry] {
        read.withLock { read in
            if let entries = read[language] { return entries }
            let entries = Bundle.module.resourceURL.map { TextEntry.read(language, in: $0) } ?? [:]
            read[language] = entries
            return entries
        }
    }
}

extension TextKey {
    /// The English text as a table would have it.
    var builtIn: TextEntry {
        englishOne.map { .plural([.one: $0, .other: english]) } ?? .plain(english)
    }
}
