package import Foundation

/// The languages of the tables, and the choice among them.
package enum TextLanguage {
    /// The languages, as in the names of the `.lproj` folders.
    package static let all = [
        "ar", "de", "en", "es", "fr", "id", "it", "ja", "ko", "nl", "pl", "pt-BR", "ru", "th", "tr", "uk", "vi",
        "zh-Hans", "zh-Hant",
    ]

    /// Returns the language to use.
    /// - Parameter preferences: Tags or locale identifiers, the best first.
    /// - Returns: The first preferred language that has a table, else English.
    package static func best(for preferences: [String]) -> String {
        for tag in preferences {
            if let language = match(tag) { return language }
        }
        return "en"
    }

    /// Returns the language whose table fits a tag.
    /// - Parameter tag: A tag or locale identifier, e.g. `zh-TW`, `pt_PT`, `ja_JP@calendar=japanese`.
    /// - Returns: The language; `nil` if no table fits.
    static func match(_ tag: String) -> String? {
        let parts = parts(of: tag)
        switch parts.first {
        case nil: return nil
        case "zh":
            if parts.contains("hans") { return "zh-Hans" }
            let traditional = ["hant", "tw", "hk", "mo"]
            return parts.contains(where: traditional.contains) ? "zh-Hant" : "zh-Hans"
        // Brazilian Portuguese serves other Portuguese readers better than English.
        case "pt": return "pt-BR"
        // The code of Indonesian before 1989, still used by some systems.
        case "in": return "id"
        case let language?: return all.contains(language) ? language : nil
        }
    }

    /// Returns the language that a view sets explicitly, as a preview does.
    ///
    /// By default SwiftUI's `locale` is the current one, which the system derives from device and app. It then does not determine the language:
    /// the client's options do. Every other locale counts, also one that names the same language without the device's region.
    /// - Parameters:
    ///   - locale: The locale of the environment.
    ///   - current: The locale of the device.
    /// - Returns: The language's tag; `nil` if the view sets none.
    package static func chosen(by locale: Locale, current: Locale = .current) -> String? {
        // The locale of a new `EnvironmentValues` has an empty identifier, which is nobody's choice.
        locale.identifier.isEmpty || parts(of: locale.identifier) == parts(of: current.identifier)
            ? nil : locale.identifier
    }

    /// Returns the region of a tag.
    /// - Parameter tag: A tag or locale identifier.
    /// - Returns: The region in capitals; `nil` if the tag has none.
    static func region(of tag: String) -> String? {
        parts(of: tag).dropFirst().first { part in
            part.count == 2 && part.allSatisfy(\.isLetter) || part.count == 3 && part.allSatisfy(\.isNumber)
        }?.uppercased()
    }

    private static func parts(of tag: String) -> [String] {
        tag.prefix { $0 != "@" }.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    }
}
