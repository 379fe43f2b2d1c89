import Foundation
import Testing

@testable import AirworthyTexts
@testable import AirworthyUI

/// The tables of the repository, read more strictly than by the app.
enum TableFile {
    static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/AirworthyTexts/Resources")

    struct Malformed: Error, CustomStringConvertible {
        var description: String
    }

    static func file(_ language: String, _ kind: String) -> URL {
        folder.appendingPathComponent("\(language).lproj/Localizable.\(kind)")
    }

    /// Reads lines of the form `"key" = "value";` without escapes, comments and empty lines.
    static func strings(_ language: String) throws -> [String: String] {
        let text = try String(contentsOf: file(language, "strings"), encoding: .utf8)
        guard text.hasSuffix("\n") else { throw Malformed(description: "no line end at the end") }
        var entries: [String: String] = [:]
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty || line.hasPrefix("/* ") && line.hasSuffix(" */") { continue }
            let parts = line.components(separatedBy: "\" = \"")
            guard line.hasPrefix("\""), line.hasSuffix("\";"), parts.count == 2 else {
                throw Malformed(description: "not an entry: \(line)")
            }
            let key = String(parts[0].dropFirst())
            let value = String(parts[1].dropLast(2))
            guard !(key + value).contains(where: { "\"\\".contains($0) }) else {
                throw Malformed(description: "an escape: \(line)")
            }
            guard entries.updateValue(value, forKey: key) == nil else { throw Malformed(description: "twice: \(key)") }
        }
        return entries
    }

    /// Reads the plural forms by key, and rejects texts other than one variable.
    static func plurals(_ language: String) throws -> [String: [String: String]] {
        let data = try Data(contentsOf: file(language, "stringsdict"))
        var format = PropertyListSerialization.PropertyListFormat.binary
        let list = try PropertyListSerialization.propertyList(from: data, options: [], format: &format)
        guard format == .xml, let list = list as? [String: [String: Any]] else {
            throw Malformed(description: "not a dictionary in XML")
        }
        // PropertyListSerialization silently takes the last of two equal keys.
        let keys = try #require(String(data: data, encoding: .utf8))
            .split(separator: "\n").filter { $0.hasPrefix("\t<key>") }
        guard keys.count == list.count else { throw Malformed(description: "a key twice") }
        return try list.mapValues { entry in
            guard Set(entry.keys) == ["NSStringLocalizedFormatKey", "count"],
                entry["NSStringLocalizedFormatKey"] as? String == "%#@count@",
                var forms = entry["count"] as? [String: String],
                forms.removeValue(forKey: "NSStringFormatSpecTypeKey") == "NSStringPluralRuleType",
                forms.removeValue(forKey: "NSStringFormatValueTypeKey") == "ld"
            else { throw Malformed(description: "not one variable called count") }
            return forms
        }
    }

    /// The placeholders `%1$@`, `%2$@`, `%ld` …, sorted.
    static func placeholders(_ text: String) -> [String] {
        var found: [String] = []
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            rest = rest[percent...].dropFirst()
            let end = rest.firstIndex { !($0.isASCII && $0.isNumber) && $0 != "$" && $0 != "l" } ?? rest.endIndex
            found.append("%" + rest[..<end] + rest[end...].prefix(1))
        }
        return found.sorted()
    }
}
