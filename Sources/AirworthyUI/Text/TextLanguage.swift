import Foundation

/// The languages that have a table, and which of them serves a reader.
enum TextLanguage {
    /// As the folders are named.
    static let all = [
        "ar", "de", "en", "es", "fr", "id", "it", "ja", "ko", "nl", "pl", "pt-BR", "ru", "th", "tr", "uk", "vi",
        "zh-Hans", "zh-Hant",
    ]

    /// - Parameter preferences: Tags or locale identifiers, the best first.
    /// - Returns: The table of the first that has one, else English.
    static func best(for preferences: [String]) -> String {
        for tag in preferences {
            if let language = match(tag) { return language }
        }
        return "en"
    }

    /// - Parameter tag: E.g. `zh-TW`, `pt_PT`, `ja_JP@calendar=japanese`.
    /// - Returns: The table for it, if there is one.
    static func match(_ tag: String) -> String? {
        let parts = parts(of: tag)
        switch parts.first {
        case nil: return nil
        case "zh":
            if parts.contains("hans") { return "zh-Hans" }
            let traditional = ["hant", "tw", "hk", "mo"]
            return parts.contains(where: traditional.contains) ? "zh-Hant" : "zh-Hans"
        // Portuguese of elsewhere is nearer to this one than English is.
        case "pt": return "pt-BR"
        // What Indonesian was called before 1989, and in some places still is.
        case "in": return "id"
        case let language?: return all.contains(language) ? language : nil
        }
    }

    /// The language that somebody set on purpose, for a preview or a picture.
    ///
    /// SwiftUI's `locale` is the device's unless it was set, and then says nothing: which language the app shows, its own
    /// localisations say.
    /// - Parameters:
    ///   - locale: The environment's.
    ///   - current: The device's.
    /// - Returns: Its tag, or `nil` where nobody set one.
    static func chosen(by locale: Locale, current: Locale = .current) -> String? {
        match(locale.identifier) == match(current.identifier) ? nil : locale.identifier
    }

    /// - Parameter tag: A tag or locale identifier.
    /// - Returns: The region in it, in capitals, if there is one.
    static func region(of tag: String) -> String? {
        parts(of: tag).dropFirst().first { part in
            part.count == 2 && part.allSatisfy(\.isLetter) || part.count == 3 && part.allSatisfy(\.isNumber)
        }?.uppercased()
    }

    private static func parts(of tag: String) -> [String] {
        tag.prefix { $0 != "@" }.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    }
}
