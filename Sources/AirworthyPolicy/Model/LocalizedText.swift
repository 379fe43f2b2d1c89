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
        guard LanguageTag.isPlain(language) else { return lookUpUnusual(language) }
        // The tag, then its parents, without a copy of any of them.
        var tag = language.utf8[...]
        while true {
            if let text = text(of: tag) { return text }
            guard let separator = tag.lastIndex(where: LanguageTag.isSeparator) else { return nil }
            tag = tag[..<separator]
        }
    }

    /// The text of a tag. A tag in lower case precedes other spellings, and of those the first in order.
    private func text(of tag: Substring.UTF8View) -> String? {
        var found: (key: String, text: String)?
        for (key, text) in texts where LanguageTag.areEqual(key, tag) {
            if LanguageTag.isNormalized(key) { return text }
            if found.map({ key < $0.key }) ?? true { found = (key, text) }
        }
        return found?.text
    }

    private func lookUpUnusual(_ language: String) -> String? {
        for tag in LanguageTag.lineage(of: language) {
            if let text = texts[tag] { return text }
            if let key = texts.keys.filter({ LanguageTag.normalized($0) == tag }).min() { return texts[key] }
        }
        return nil
    }
}

/// The parts of BCP 47 that are needed to choose a text.
package enum LanguageTag {
    /// - Parameter tag: A tag, possibly with `_` and any letter case.
    /// - Returns: The tag in lower case with hyphens.
    package static func normalized(_ tag: String) -> String {
        String(decoding: tag.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self).lowercased()
    }

    /// Whether a tag consists of ASCII letters and digits with single separators between them.
    static func isPlain(_ tag: String) -> Bool {
        var wasSeparator = true
        for byte in tag.utf8 {
            let isSeparator = isSeparator(byte)
            guard isSeparator ? !wasSeparator : byte.isASCIILetter || byte.isDigit else { return false }
            wasSeparator = isSeparator
        }
        return !wasSeparator
    }

    static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }

    /// Whether a tag of ASCII characters is already normalised.
    static func isNormalized(_ tag: String) -> Bool {
        tag.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "_") && !($0 < 0x60 && $0.isASCIILetter) }
    }

    /// Whether a tag is normalised to the same as a plain one.
    static func areEqual(_ tag: String, _ plain: Substring.UTF8View) -> Bool {
        guard tag.utf8.allSatisfy({ $0 < 0x80 }) else { return normalized(tag) == normalized(String(Substring(plain))) }
        return tag.utf8.elementsEqual(plain) { a, b in
            isSeparator(a) ? isSeparator(b) : a == b || (a.isASCIILetter && a | 0x20 == b | 0x20)
        }
    }

    /// - Parameter tag: A tag.
    /// - Returns: The normalised tag and its parents, longest first.
    package static func lineage(of tag: String) -> [String] {
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
