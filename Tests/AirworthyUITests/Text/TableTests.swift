import Foundation
import Testing

@testable import AirworthyTexts
@testable import AirworthyUI

@Suite struct TableTests {
    private static let plain = TextKey.allCases.filter { $0.englishOne == nil }
    private static let counted = TextKey.allCases.filter { $0.englishOne != nil }

    @Test func `the folders of tables match the list of languages`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: TableFile.folder.path)
        #expect(Set(folders) == Set(TextLanguage.all.map { "\($0).lproj" }))
        for folder in folders {
            let files = try FileManager.default.contentsOfDirectory(
                atPath: TableFile.folder.appendingPathComponent(folder).path)
            #expect(Set(files) == ["Localizable.strings", "Localizable.stringsdict"], "\(folder)")
        }
    }

    @Test(arguments: TextLanguage.all)
    func `every language has each key exactly once and no other key`(_ language: String) throws {
        #expect(Set(try TableFile.strings(language).keys) == Set(Self.plain.map(\.rawValue)))
        #expect(Set(try TableFile.plurals(language).keys) == Set(Self.counted.map(\.rawValue)))
    }

    @Test(arguments: TextLanguage.all)
    func `PropertyListSerialization and the strict parser read the same tables`(_ language: String) throws {
        let data = try Data(contentsOf: TableFile.file(language, "strings"))
        let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        #expect(list as? [String: String] == (try TableFile.strings(language)))
    }

    @Test(arguments: TextLanguage.all)
    func `every translation has the placeholders of the English text`(_ language: String) throws {
        let texts = try TableFile.strings(language)
        for key in Self.plain {
            let text = try #require(texts[key.rawValue])
            #expect(TableFile.placeholders(text) == TableFile.placeholders(key.english), "\(key): \(text)")
        }
    }

    @Test(arguments: TextLanguage.all)
    func `a plural text has the CLDR forms of its language, each with its number`(_ language: String) throws {
        let facts = try #require(PluralFacts.all[language])
        for (key, forms) in try TableFile.plurals(language) {
            #expect(Set(forms.keys) == Set(facts.keys.map(\.rawValue)), "\(key)")
            for (category, text) in forms {
                // A form for a single number, such as “one day”, needs no digit.
                let numbers = PluralCategory(rawValue: category).flatMap { facts[$0] } ?? []
                let found = TableFile.placeholders(text)
                #expect(found == ["%ld"] || numbers.count == 1 && found.isEmpty, "\(key), \(category): \(text)")
            }
        }
    }

    @Test func `the English tables equal the built-in English texts`() throws {
        let texts = try TableFile.strings("en")
        for key in Self.plain { #expect(texts[key.rawValue] == key.english) }
        let plurals = try TableFile.plurals("en")
        for key in Self.counted {
            let forms = [key.englishOne, key.english].map { $0?.replacingOccurrences(of: "%1$ld", with: "%ld") }
            #expect([plurals[key.rawValue]?["one"], plurals[key.rawValue]?["other"]] == forms)
        }
    }

    @Test(arguments: TextLanguage.all.filter { $0 != "en" })
    func `no translation equals the English text, apart from the listed exceptions`(_ language: String) throws {
        let texts = try TableFile.strings(language)
        let same = Set(Self.plain.filter { texts[$0.rawValue] == $0.english })
        #expect(same == SameAsEnglish.keys(of: language))
        let plurals = try TableFile.plurals(language).values.flatMap(\.values)
        #expect(plurals.allSatisfy { !$0.contains(" day") && !$0.contains(" hour") })
    }

    @Test(arguments: TextLanguage.all)
    func `texts use typographic punctuation and Apple's names of its apps`(_ language: String) throws {
        let texts = try TableFile.strings(language)
        for key in Self.plain {
            let text = try #require(texts[key.rawValue])
            #expect(text == text.trimmingCharacters(in: .whitespacesAndNewlines), "\(key)")
            #expect(!text.isEmpty && !text.contains("'") && !text.contains("..."), "\(key): \(text)")
            #expect(!text.contains("  "), "\(key): \(text)")
            for name in ["App Store", "TestFlight"] {
                #expect(text.contains(name) == key.english.contains(name), "\(key): \(text)")
            }
        }
        for text in try TableFile.plurals(language).values.flatMap(\.values) {
            #expect(!text.isEmpty && !text.contains("'") && !text.contains("  "), "\(text)")
        }
    }
}

/// Correct translations that equal the English text.
private enum SameAsEnglish {
    // Apple's names of TestFlight and of ad hoc distribution are the same in every language.
    private static let everywhere: Set<TextKey> = [.badgeTestFlight, .badgeAdHoc]

    /// The keys whose text is that of English in a language.
    static func keys(of language: String) -> Set<TextKey> {
        let keys = everywhere.union(byLanguage[language] ?? [])
        // An arrow is not mirrored where text runs from right to left.
        return TextTable(language: language).isRightToLeft ? keys : keys.union([.checkVersions])
    }

    private static let byLanguage: [String: Set<TextKey>] = [
        "de": [.badgeDebug, .badgeWeb],  // both are German by now
        "es": [.badgeWeb],  // la web
        "fr": [.badgeWeb],  // le Web
        "id": [.badgeDebug, .badgeInternal, .badgeMarketplace, .badgeWeb],  // loanwords; internal is Indonesian
        "it": [.badgeDebug, .badgeMarketplace, .badgeWeb],  // loanwords
        "ja": [.badgeWeb],  // written in Latin letters
        "nl": [.badgeDebug, .badgeWeb, .later, .updateBeta],  // later and open are Dutch
        "pt-BR": [.badgeWeb],  // a web
        "tr": [.badgeWeb],  // loanword
        "vi": [.badgeWeb],  // loanword
    ]
}
