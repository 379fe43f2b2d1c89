#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DocumentWalker {
    /// An instant, to the millisecond, which is as fine as it is written back.
    mutating func date(_ field: DocumentField) -> Date? {
        guard let text = text(field, wanted: "a date in quotes, such as \"2026-11-20T00:00:00Z\"") else { return nil }
        if let date = Timestamp.parse(text) {
            return text.utf8.contains(UInt8(ascii: ".")) ? Timestamp.parse(Timestamp.format(date)) : date
        }
        let help: String
        if Timestamp.parse("\(text)T00:00:00Z") != nil {
            help = "write a time and an offset, e.g. \(text)T00:00:00Z."
        } else if Timestamp.parse("\(text)Z") != nil {
            help = "write an offset behind it, e.g. \(text)Z."
        } else {
            help = "write date, time and offset of a day that exists, e.g. 2026-11-20T00:00:00Z."
        }
        report("bad-date", at: field, "\(DocumentPath.quoted(text)) is not an instant; \(help)")
        return nil
    }

    mutating func period(_ field: DocumentField) -> Period? {
        guard let text = text(field, wanted: "a period in quotes, such as \"P1D\"") else { return nil }
        do throws(PeriodError) {
            return try Period(text)
        } catch {
            report("bad-period", at: field, error.message)
            return nil
        }
    }

    mutating func reminder(_ field: DocumentField) -> Reminder? {
        guard let text = text(field, wanted: "text in quotes") else { return nil }
        guard let reminder = Reminder(text) else {
            badWord(field, text, known: ["always", "daily", "weekly", "once", "a period such as PT12H"])
            return nil
        }
        return reminder
    }

    mutating func url(_ field: DocumentField) -> String? {
        guard let text = text(field, wanted: "a URL in quotes") else { return nil }
        guard OpenableURL.isOpenable(text) else {
            report(
                "bad-url", at: field,
                "\(DocumentPath.quoted(text)) cannot be opened; write an https, itms-apps, itms-beta or macappstore "
                    + "URL in ASCII, without blanks and without a user name.")
            return nil
        }
        return text
    }

    mutating func supportURL(_ field: DocumentField) -> String? {
        guard let text = text(field, wanted: "a URL in quotes") else { return nil }
        guard OpenableURL.isSupportLink(text) else {
            report(
                "bad-url", at: field,
                "\(DocumentPath.quoted(text)) is no support link; write an https or mailto URL, "
                    + "e.g. mailto:help@example.com.")
            return nil
        }
        return text
    }

    mutating func languageTag(_ field: DocumentField) -> String? {
        guard let text = text(field) else { return nil }
        guard LanguageTag.isWellFormed(text) else {
            report(
                "bad-language", at: field,
                "\(DocumentPath.quoted(text)) is not a language tag; write one such as \"en\" or \"zh-Hans\".")
            return nil
        }
        return text
    }

    mutating func storefront(_ field: DocumentField) -> Storefront? {
        guard let text = text(field) else { return nil }
        // Apple's codes are ISO 3166-1, where the United Kingdom is GB; "UK" would match nobody.
        guard text.uppercased() != "UK", let storefront = Storefront(text) else {
            let help = text.uppercased() == "UK" ? "write \"GB\"." : "write a country code such as \"JP\" or \"JPN\"."
            report("bad-storefront", at: field, "\(DocumentPath.quoted(text)) is not a storefront; \(help)")
            return nil
        }
        return storefront
    }

    /// A name that is not known is reported and kept, so that a manifest can name tomorrow's channels.
    mutating func channel(_ field: DocumentField) -> Channel? {
        guard let text = text(field) else { return nil }
        let channel = Channel(text)
        if !channel.isKnown { badWord(field, text, code: "bad-channel", known: Channel.knownNames) }
        return channel
    }

    /// A name that is not known is reported and kept, so that a manifest can name tomorrow's platforms.
    mutating func platform(_ field: DocumentField) -> Platform? {
        guard let text = text(field) else { return nil }
        let platform = Platform(text)
        if !platform.isKnown {
            badWord(field, text, code: "bad-platform", known: Platform.known.map(\.description))
        }
        return platform
    }

    /// Texts by language, or one text for all. Unreadable ones are left out.
    mutating func localizedText(_ field: DocumentField) -> LocalizedText? {
        guard case .object = field.node.value else { return filledText(field).map { LocalizedText($0) } }
        guard let object = object(field) else { return nil }
        var texts: [String: String] = [:]
        for entry in object.entries {
            guard LanguageTag.isWellFormed(entry.key) else {
                report(
                    "bad-language", at: entry.field.path, entry.keyPosition,
                    "\(DocumentPath.quoted(entry.key)) is not a language tag; write one such as \"en\" or \"zh-Hans\".")
                continue
            }
            texts[entry.key] = filledText(entry.field)
        }
        if object.members.isEmpty { emptyObject(field, "a text, e.g. {\"en\": \"…\"}") }
        return texts.isEmpty ? nil : LocalizedText(texts)
    }

    mutating func emptyObject(_ field: DocumentField, _ wanted: String) {
        report("empty-object", at: field, "The object is empty; name \(wanted), or leave the key out.")
    }
}

extension LanguageTag {
    /// Whether a text has the shape of a tag: parts of one to eight ASCII letters and digits, letters first.
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
