#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the values of this format that are written as text: dates, versions, URLs, names of channels, …
package struct ValueReader {
    private let document: DocumentReader
    private var findings: FindingCollector { document.findings }

    package init(_ document: DocumentReader) {
        self.document = document
    }

    // MARK: Time

    /// A date, to the millisecond, which is the precision it is written with.
    func date(_ field: DocumentField) -> Date? {
        guard let text = document.text(field, wanted: "a date in quotes, such as \"2026-11-20T00:00:00Z\"") else {
            return nil
        }
        if let date = Timestamp.parse(text) {
            return text.utf8.contains(UInt8(ascii: ".")) ? Timestamp.parse(Timestamp.format(date)) : date
        }
        findings.report("bad-date", at: field, message: Self.notAnInstant(text))
        return nil
    }

    private static func notAnInstant(_ text: String) -> String {
        let help: String
        if Timestamp.parse("\(text)T00:00:00Z") != nil {
            help = "write a time and an offset, e.g. \(text)T00:00:00Z."
        } else if Timestamp.parse("\(text)Z") != nil {
            help = "append an offset, e.g. \(text)Z."
        } else {
            help = "write date, time and offset of a day that exists, e.g. 2026-11-20T00:00:00Z."
        }
        return "\(DocumentPath.quoted(text)) is not an instant; \(help)"
    }

    func period(_ field: DocumentField) -> Period? {
        guard let text = document.text(field, wanted: "a period in quotes, such as \"P1D\"") else { return nil }
        do throws(PeriodError) {
            return try Period(text)
        } catch {
            findings.report("bad-period", at: field, message: error.message)
            return nil
        }
    }

    func reminder(_ field: DocumentField) -> Reminder? {
        guard let text = document.text(field, wanted: "text in quotes") else { return nil }
        guard let reminder = Reminder(text) else {
            let known = ["always", "daily", "weekly", "once", "a period such as PT12H"]
            document.reportUnknownWord(text, at: field, known: known)
            return nil
        }
        return reminder
    }

    // MARK: Versions

    package func version(_ field: DocumentField) -> AppVersion? {
        parse(field, code: "bad-version") { text throws(VersionError) in try AppVersion(text) }
    }

    func buildNumber(_ field: DocumentField) -> BuildNumber? {
        parse(field, code: "bad-version") { text throws(VersionError) in try BuildNumber(text) }
    }

    func target(_ field: DocumentField) -> UpdateTarget? {
        parse(field, code: "bad-version") { text throws(VersionError) in try UpdateTarget(text) }
    }

    /// A single range or the union of a list of ranges.
    func versionRange(_ field: DocumentField) -> ReadableEntries<VersionRange>? {
        let ranges = document.oneOrMany(field) { field in
            parse(field, code: "bad-range") { text throws(VersionError) in try VersionRange(text) }
        }
        return ranges?.map { $0.count == 1 ? $0[0] : .any($0) }
    }

    /// A single range or the union of a list of ranges.
    func buildRange(_ field: DocumentField) -> ReadableEntries<BuildRange>? {
        let ranges = document.oneOrMany(field) { field in
            parse(field, code: "bad-range") { text throws(VersionError) in try BuildRange(text) }
        }
        return ranges?.map { $0.count == 1 ? $0[0] : .any($0) }
    }

    private func parse<Value>(
        _ field: DocumentField, code: String, parse: (String) throws(VersionError) -> Value
    ) -> Value? {
        if case .number(let number) = field.node.value {
            findings.report(
                "number-version", at: field,
                message:
                    "Write \"\(DocumentPath.shortened(number.text))\" in quotes: a number loses its last zero, so 1.10 would become 1.1."
            )
            return nil
        }
        guard let text = document.text(field, wanted: "text in quotes, such as \"1.10\"") else { return nil }
        do throws(VersionError) {
            return try parse(text)
        } catch {
            findings.report(code, at: field, message: error.message)
            return nil
        }
    }

    // MARK: Links

    func url(_ field: DocumentField) -> String? {
        link(
            field, isAllowed: OpenableURL.isOpenable,
            refusal:
                "cannot be opened; write an https, itms-apps, itms-beta or macappstore URL in ASCII, without spaces "
                + "and without a user name.")
    }

    func supportURL(_ field: DocumentField) -> String? {
        link(
            field, isAllowed: OpenableURL.isSupportLink,
            refusal: "is not a support link; write an https or mailto URL, e.g. mailto:help@example.com.")
    }

    private func link(_ field: DocumentField, isAllowed: (String) -> Bool, refusal: String) -> String? {
        guard let text = document.text(field, wanted: "a URL in quotes") else { return nil }
        guard isAllowed(text) else {
            findings.report("bad-url", at: field, message: "\(DocumentPath.quoted(text)) \(refusal)")
            return nil
        }
        return text
    }

    // MARK: Names

    /// A channel. An unknown name is reported and kept, so that a manifest can name channels of later versions.
    func channel(_ field: DocumentField) -> Channel? {
        guard let text = document.text(field) else { return nil }
        let channel = Channel(text)
        if !channel.isKnown {
            document.reportUnknownWord(text, code: "bad-channel", at: field, known: Channel.knownNames)
        }
        return channel
    }

    /// A platform. An unknown name is reported and kept, so that a manifest can name platforms of later versions.
    func platform(_ field: DocumentField) -> Platform? {
        guard let text = document.text(field) else { return nil }
        let platform = Platform(text)
        if !platform.isKnown {
            let known = Platform.known.map(\.description)
            document.reportUnknownWord(text, code: "bad-platform", at: field, known: known)
        }
        return platform
    }

    func storefront(_ field: DocumentField) -> Storefront? {
        guard let text = document.text(field) else { return nil }
        // Apple uses ISO 3166-1, where the United Kingdom is GB; "UK" would match no storefront.
        guard text.uppercased() != "UK", let storefront = Storefront(text) else {
            let help = text.uppercased() == "UK" ? "write \"GB\"." : "write a country code such as \"JP\" or \"JPN\"."
            findings.report(
                "bad-storefront", at: field, message: "\(DocumentPath.quoted(text)) is not a storefront; \(help)")
            return nil
        }
        return storefront
    }

    func languageTag(_ field: DocumentField) -> String? {
        guard let text = document.text(field) else { return nil }
        guard LanguageTag.isWellFormed(text) else {
            findings.report("bad-language", at: field, message: Self.notALanguageTag(text))
            return nil
        }
        return text
    }

    private static func notALanguageTag(_ text: String) -> String {
        "\(DocumentPath.quoted(text)) is not a language tag; write one such as \"en\" or \"zh-Hans\"."
    }

    /// Texts by language, or a single text. Unreadable ones are left out.
    func localizedText(_ field: DocumentField) -> LocalizedText? {
        guard case .object = field.node.value else { return document.filledText(field).map { LocalizedText($0) } }
        guard let object = document.object(field) else { return nil }
        var texts: [String: String] = [:]
        for entry in object.entries {
            guard LanguageTag.isWellFormed(entry.key) else {
                findings.report("bad-language", atKeyOf: entry, message: Self.notALanguageTag(entry.key))
                continue
            }
            texts[entry.key] = document.filledText(entry.field)
        }
        if object.members.isEmpty { document.reportEmptyObject(field, wanted: "a text, e.g. {\"en\": \"…\"}") }
        return texts.isEmpty ? nil : LocalizedText(texts)
    }

    /// The short name of an app.
    func slug(_ field: DocumentField) -> String? {
        guard let text = document.text(field) else { return nil }
        let isLetterOrDigit: (UInt8) -> Bool = { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0.isDigit }
        guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= 63,
            text.utf8.allSatisfy({ isLetterOrDigit($0) || $0 == UInt8(ascii: "-") })
        else {
            findings.report(
                "bad-value", at: field,
                message:
                    "\(DocumentPath.quoted(text)) is not a slug; write at most 63 of a-z, 0-9 and -, not beginning "
                    + "with -.")
            return nil
        }
        return text
    }

    func bundleID(_ field: DocumentField) -> String? {
        guard let text = document.text(field) else { return nil }
        let isAllowed: (UInt8) -> Bool = { $0.isASCIILetter || $0.isDigit || "-.".utf8.contains($0) }
        guard !text.isEmpty, text.utf8.count <= 255, text.utf8.allSatisfy(isAllowed) else {
            findings.report(
                "bad-value", at: field,
                message: "\(DocumentPath.quoted(text)) is not a bundle id; write one such as com.example.app.")
            return nil
        }
        return text
    }
}
