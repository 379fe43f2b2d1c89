import Foundation

/// What a table has for a key.
enum TextEntry: Hashable, Sendable {
    case plain(String)
    case plural([PluralCategory: String])

    /// Reads the two files of a language. What cannot be read is left out: English stands in for it.
    /// - Parameters:
    ///   - language: One of ``TextLanguage/all``.
    ///   - folder: What holds the `.lproj` folders.
    /// - Returns: The entries by key.
    static func read(_ language: String, in folder: URL) -> [String: TextEntry] {
        // SwiftPM writes the names of these folders in lower case, Xcode as they are.
        for name in [language, language.lowercased()] {
            let table = folder.appendingPathComponent(name + ".lproj").appendingPathComponent("Localizable")
            guard let plain = dictionary(table.appendingPathExtension("strings")) else { continue }
            let plural = dictionary(table.appendingPathExtension("stringsdict")) ?? [:]
            return plain.compactMapValues { ($0 as? String).map(TextEntry.plain) }
                .merging(plural.compactMapValues(Self.init(stringsdict:))) { $1 }
        }
        return [:]
    }

    // Text, XML or what Xcode made of either.
    private static func dictionary(_ file: URL) -> [String: Any]? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return (try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)) as? [String: Any]
    }

    /// One variable that is the whole text is all these tables need.
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

    /// The text before its arguments are put in.
    /// - Parameters:
    ///   - arguments: The first count chooses the form.
    ///   - language: Whose rules choose.
    /// - Returns: The text with its placeholders.
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
