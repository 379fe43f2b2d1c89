import AirworthyPolicy
import Foundation
import Testing

@testable import AirworthyTexts
@testable import AirworthyUI

@Suite struct TextTableTests {
    @Test(arguments: PluralFacts.all.sorted { $0.key < $1.key })
    func `a number has the plural category of CLDR`(_ language: String, _ facts: [PluralCategory: [Int]]) {
        for (category, numbers) in facts {
            for number in numbers {
                #expect(PluralCategory(number, in: language) == category, "\(number)")
                #expect(PluralCategory(-number, in: language) == category, "\(-number)")
            }
        }
    }

    @Test(arguments: [
        ("ja", "ja"), ("ja_JP", "ja"), ("ja_JP@calendar=japanese", "ja"), ("EN-gb", "en"), ("de-CH", "de"),
        ("pt", "pt-BR"), ("pt-PT", "pt-BR"), ("pt_BR", "pt-BR"), ("in", "id"), ("es-419", "es"), ("fr-CA", "fr"),
        ("zh", "zh-Hans"), ("zh_CN", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"), ("zh-TW", "zh-Hant"),
        ("zh_HK", "zh-Hant"), ("zh-MO", "zh-Hant"), ("zh-Hant-TW", "zh-Hant"), ("zh-hant", "zh-Hant"),
        ("sv", nil), ("", nil), ("japanese", nil), ("xx-ja", nil),
    ])
    func `a language tag matches its table`(_ tag: String, _ language: String?) {
        #expect(TextLanguage.match(tag) == language)
    }

    @Test func `the first app language with a table is used, else English`() {
        #expect(TextTable(app: ["sv", "ko", "de"]).language == "ko")
        #expect(TextTable(app: ["sv"]).language == "en")
        #expect(TextTable(app: []).language == "en")
        #expect(TextTable(language: "sv", app: ["de"]).language == "en")
    }

    @Test func `an app without a Japanese localisation is not in Japanese on a Japanese device`() {
        let table = TextTable(app: ["en"], current: Locale(identifier: "ja_JP"))
        #expect(table.language == "en")
        #expect(table.locale.identifier.replacingOccurrences(of: "_", with: "-") == "en-JP")
        #expect(table.text(.update) == "Update")
    }

    @Test func `the device's regional settings are kept if the language is the same`() {
        let current = Locale(identifier: "de_AT@hours=h23")
        #expect(TextTable(app: ["de"], current: current).locale.identifier == current.identifier)
    }

    @Test func `every locale counts as chosen that is not the current one`() {
        let device = Locale(identifier: "en_JP")
        #expect(TextLanguage.chosen(by: device, current: device) == nil)
        #expect(TextLanguage.chosen(by: Locale(identifier: ""), current: device) == nil, "a new EnvironmentValues")
        for tag in ["ar", "ja", "ja_JP", "en", "en_US"] {
            #expect(TextLanguage.chosen(by: Locale(identifier: tag), current: device) == tag)
        }
        let japanese = Locale(identifier: "ja_JP")
        #expect(TextLanguage.chosen(by: Locale(identifier: "ja"), current: japanese) == "ja")
        #expect(TextLanguage.chosen(by: Locale(identifier: "ja_JP@calendar=japanese"), current: japanese) == nil)
    }

    @Test(arguments: TextLanguage.all)
    func `the bundle contains the tables of the repository`(_ language: String) throws {
        let table = TextTable(language: language)
        for (key, text) in try TableFile.strings(language) where TableFile.placeholders(text).isEmpty {
            #expect(table.text(try #require(TextKey(rawValue: key))) == text)
        }
        let category = PluralCategory(7, in: language).rawValue
        let form = try #require(try TableFile.plurals(language)["expiry.days"]?[category])
        let digit = 7.formatted(.number.locale(table.locale))
        #expect(table.text(.expiryDays, with: [.count(7)]) == form.replacingOccurrences(of: "%ld", with: digit))
    }

    @Test(arguments: [
        ("en", 1, "Required in 1 day"), ("en", 3, "Required in 3 days"), ("ja", 1, "あと1日でアップデートが必須になります"),
        ("ru", 21, "Обновление станет обязательным через 21 день"),
        ("ru", 3, "Обновление станет обязательным через 3 дня"),
        ("ru", 11, "Обновление станет обязательным через 11 дней"), ("pl", 2, "Uaktualnienie będzie wymagane za 2 dni"),
        ("ar", 2, "سيصبح التحديث مطلوبًا بعد يومين"), ("ar-EG", 3, "سيصبح التحديث مطلوبًا بعد ٣ أيام"),
        ("fr", 0, "Mise à jour obligatoire dans 0 jour"), ("de-DE", 1000, "Update wird in 1.000 Tagen erforderlich"),
    ])
    func `a count has the plural form and the digits of its language`(_ language: String, _ count: Int, _ text: String)
    {
        let table = TextTable(language: language, current: Locale(identifier: "en_US"))
        #expect(table.text(.deadlineDays, with: [.count(count)]) == text)
    }

    @Test func `an argument is inserted unchanged, even with placeholders in it`() {
        let table = TextTable(language: "en")
        #expect(
            table.text(.promptMessage, with: [.text("%2$@ 100 %% %ld"), .text("2.1")])
                == "Version %2$@ 100 %% %ld is available. You have 2.1.")
        #expect(table.text(.promptMessage, with: [.text("2.2")]) == "Version 2.2 is available. You have %2$@.")
    }

    @Test func `an argument in an Arabic text is isolated and keeps its order`() {
        #expect(TextTable(language: "ar").isRightToLeft)
        #expect(
            TextTable(language: "ar").text(.checkInstalled, with: [.text("2.1 (300)")])
                == "الإصدار المثبّت: \u{2068}2.1 (300)\u{2069}"
        )
    }

    @Test(arguments: [
        ("%", "%"), ("100 %", "100 %"), ("50 %% off", "50 % off"), ("%9$@", "%9$@"), ("%0$@", "%0$@"), ("%1$", "%1$"),
        ("%99999999999999999999$@", "%99999999999999999999$@"), ("%ld %1$ld %1$@", "7 7 7"),
        ("%lld %1$lld", "7 7"), ("%x%1$@", "%x7"),
    ])
    func `a placeholder without an argument stays unchanged`(_ format: String, _ text: String) {
        let filled = TextFormat(locale: Locale(identifier: "en"), isolates: false).fill(format, with: [.count(7)])
        #expect(filled == text)
    }

    @Test func `a missing or broken table is read as empty`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("texts-\(UUID().uuidString)")
        let table = folder.appendingPathComponent("de.lproj")
        try FileManager.default.createDirectory(at: table, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(TextEntry.read("en", in: TextFiles(folder: folder, table: "Localizable")).isEmpty)
        try Data("\"a\" = ".utf8).write(to: table.appendingPathComponent("Localizable.strings"))
        #expect(TextEntry.read("de", in: TextFiles(folder: folder, table: "Localizable")).isEmpty)
        try Data("\"button.later\" = \"Gleich\";\n".utf8).write(to: table.appendingPathComponent("Localizable.strings"))
        try Data("<plist".utf8).write(to: table.appendingPathComponent("Localizable.stringsdict"))
        #expect(
            TextEntry.read("de", in: TextFiles(folder: folder, table: "Localizable")) == [
                "button.later": .plain("Gleich")
            ])
    }

    @Test func `texts of the app take precedence, key by key and with plural forms`() throws {
        let app = TextFiles { language, kind in
            switch (language, kind) {
            case ("ja", .strings): Data("\"button.later\" = \"また今度\";\n".utf8)
            case ("ja", .stringsdict):
                Data(
                    """
                    <plist version="1.0"><dict><key>deadline.days</key><dict>
                    <key>NSStringLocalizedFormatKey</key><string>%#@days@</string>
                    <key>days</key><dict><key>NSStringFormatValueTypeKey</key><string>ld</string>
                    <key>other</key><string>残り%ld日</string></dict></dict></dict></plist>
                    """.utf8)
            default: nil
            }
        }
        let table = TextTable(language: "ja", files: [app, .builtIn])
        #expect(table.text(.later) == "また今度")
        #expect(table.text(.deadlineDays, with: [.count(3)]) == "残り3日")
        #expect(table.text(.update) == TextTable(language: "ja").text(.update))
        let english = TextTable(language: "en", files: [app, .builtIn])
        #expect(english.text(.later) == "Later")
    }

    @Test func `the writer of screens has the texts of a program without bundles`() throws {
        let files = TextFiles { language, kind in
            try? Data(contentsOf: TableFile.file(language, kind.rawValue))
        }
        let decision = Samples.decision(.required)
        let shown = Presentation(.gate(.init(Samples.update())))
        let titles = try ScreenWriter.languages.map { language in
            let writer = ScreenWriter(language: language, files: [files])
            return try #require(writer.content(for: decision, presentation: shown)).title
        }
        #expect(titles == ScreenWriter.languages.map { TextTable(language: $0).text(.gateTitle) })
        let none = ScreenWriter(language: "ja", files: [])
        #expect(none.content(for: decision, presentation: shown)?.title == "Update Required")
    }

    @Test func `the end of a maintenance is formatted in the language of the text`() {
        let end = Date(timeIntervalSince1970: 1_767_225_600)
        let text = UIText(language: "de-AT", timeZone: .gmt).maintenanceEnd(end)
        #expect(text.hasPrefix("Voraussichtlich wieder verfügbar: 01.01.2026"))
    }
}
