import Foundation

/// The entry of a table for one key.
enum TextEntry: Hashable, Sendable {
    case plain(String)
    case plural([PluralCategory: String])

    /// Reads the two files of a language. Unreadable entries are left out; English replaces them.
    /// - Parameters:
    ///   - language: A language of ``TextLanguage/all``.
    ///   - files: The files.
    /// - Returns: The entries by key.
    static func read(_ language: String, in files: TextFiles) -> [String: TextEntry] {
        let plain = dictionary(files.read(language, .strings)) ?? [:]
        let plural = dictionary(files.read(language, .stringsdict)) ?? [:]
        return plain.compactMapValues { ($0 as? String).map(TextEntry.plain) }
            .merging(plural.compactMapValues(Self.init(stringsdict:))) { $1 }
    }

    /// Reads a property list as text, as XML or in the binary form that Xcode compiles.
    private static func dictionary(_ data: Data?) -> [String: Any]? {
        guard let data else { return nil }
        return (try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)) as? [String: Any]
    }

    /// Reads a plural entry. The tables only use texts that consist of one variable.
    private init?(stringsdict value: Any) {
        guard let value = value as? [String: Any],
            let format = value["NSStringLocalizedFormatKey"] as? String, format.hasPrefix("%#@"), format.hasSuffix("@"),
            let variable = value[String(format.dropFirst(3).dropLast())] as? [String: Any]
        else { return nil }
        var forms: [PluralCategory: String] = [:]
        for category in PluralCategory.allCases { forms[category] = variable[category.rawValue] as? String }
        guard forms[.other] != nil else { return nil }
        self = .plural(forms)
    }

    /// Returns the text with its placeholders.
    /// - Parameters:
    ///   - arguments: The arguments. The first count selects the plural form.
    ///   - language: The language whose plural rules apply.
    /// - Returns: The text.
    func format(for arguments: [TextArgument], in language: String) -> String {
        switch self {
        case .plain(let text): return text
        case .plural(let forms):
            for case .count(let count) in arguments {
                if let form = forms[PluralCategory(count, in: language)] { return form }
            }
            return forms[.other] ?? ""
        }
    }
}
