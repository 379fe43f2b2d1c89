/// A text in several languages, by BCP 47 tag.
///
/// ```swift
/// let text = LocalizedText(["en": "Please update.", "ja": "アップデートしてください。"])
/// text.text(for: "ja-JP", default: "en")  // the Japanese text
/// ```
public struct LocalizedText: Hashable, Sendable {
    /// The tag of a text without a stated language, which is the last choice.
    public static let undetermined = "und"

    /// The texts by tag, e.g. `en`, `zh-Hans`.
    public let texts: [String: String]

    /// Creates a text in several languages.
    /// - Parameter texts: The texts by BCP 47 tag.
    public init(_ texts: [String: String]) { self.texts = texts }

    /// Creates a text without a stated language.
    /// - Parameter text: The text.
    public init(_ text: String) { self.init([Self.undetermined: text]) }

    /// Returns the text for a user.
    ///
    /// The order is: the exact tag, its parents (`zh-Hans-CN`, `zh-Hans`, `zh`), the default language and its parents,
    /// and a text without a stated language.
    ///
    /// - Parameters:
    ///   - language: The user's language, if known. Letter case and `_` are ignored.
    ///   - defaultLanguage: The policy's default language.
    /// - Returns: The text, or `nil` to use the caller's built-in text.
    public func text(for language: String?, default defaultLanguage: String) -> String? {
        if let language, let text = lookUp(language) { return text }
        return lookUp(defaultLanguage) ?? texts[Self.undetermined]
    }

    private func lookUp(_ language: String) -> String? {
        if let text = texts[language] { return text }
        for tag in LanguageTag.lineage(of: language) {
            if let text = texts[tag] { return text }
            if let key = texts.keys.filter({ LanguageTag.normalized($0) == tag }).min() { return texts[key] }
        }
        return nil
    }
}

/// The parts of BCP 47 that are needed to choose a text.
enum LanguageTag {
    /// - Parameter tag: A tag, possibly with `_` and any letter case.
    /// - Returns: The tag in lower case with hyphens.
    static func normalized(_ tag: String) -> String {
        String(decoding: tag.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self).lowercased()
    }

    /// - Parameter tag: A tag.
    /// - Returns: The normalised tag and its parents, longest first.
    static func lineage(of tag: String) -> [String] {
        var parts = normalized(tag).split(separator: "-")
        var lineage: [String] = []
        while !parts.isEmpty {
            lineage.append(parts.joined(separator: "-"))
            parts.removeLast()
        }
        return lineage
    }

    /// Whether a text has the form of a tag: parts of one to eight ASCII letters and digits, the first with letters only.
    static func isWellFormed(_ tag: String) -> Bool {
        var (parts, length) = (1, 0)
        for byte in tag.utf8 {
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
                if length < (parts == 1 ? 2 : 1) { return false }
                (parts, length) = (parts + 1, 0)
            } else {
                let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                guard isLetter || (parts > 1 && byte.isDigit) else { return false }
                length += 1
                if length > 8 { return false }
            }
        }
        return length >= (parts == 1 ? 2 : 1) && parts <= 12
    }
}
