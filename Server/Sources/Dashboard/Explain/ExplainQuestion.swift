import AirworthyPolicy
import ControlPlane
import Foundation

/// The installation and the time that a what-if form describes: what was typed, what is wrong with it, and the values.
struct ExplainQuestion: Sendable {
    /// A field of the form, by its name in the address.
    enum Field: String, Hashable, Sendable, CaseIterable {
        case platform, version, build, channel, os, storefront, language, time, seed
        case attributes = "attribute"
    }

    /// The highest number of characters of a field with one line.
    static let longestLine = 128
    /// The highest number of characters of the attributes.
    static let longestAttributes = 2_000

    /// What was typed, or the default.
    private(set) var texts: [Field: String] = [:]
    /// What is wrong with a field.
    private(set) var errors: [Field: String] = [:]
    /// The time to decide for; `nil` for now.
    private(set) var time: Date?
    /// The installation; `nil` with an error, or without a version.
    private(set) var installation: Installation?

    /// Reads the fields of an address. The default version applies if none was typed; `nil` leaves the field empty.
    init(_ query: FormFields, app: App, defaultVersion version: String?) {
        for field in Field.allCases {
            texts[field] = query[field.rawValue]
            let limit = field == .attributes ? Self.longestAttributes : Self.longestLine
            if let text = texts[field], text.unicodeScalars.count > limit {
                errors[field] = "Write at most \(limit) characters."
                texts[field] = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
            }
        }
        texts[.platform] = texts[.platform] ?? app.defaultPlatform.description
        texts[.channel] = texts[.channel] ?? Channel.appstore.description
        if !query.has(Field.version.rawValue) { texts[.version] = version }
        read(for: app)
    }

    /// The address of this question after that of the page: `?version=…`.
    var query: String {
        PathText.query(Field.allCases.map { ($0.rawValue, texts[$0]) })
    }

    // MARK: Reading

    private mutating func read(for app: App) {
        let platform = value(.platform) { text throws(FormProblem) in
            guard let platform = Platform(text, of: app) else {
                throw FormProblem(Platform.unknownDetail(for: app))
            }
            return platform
        }
        let channel = value(.channel) { text throws(FormProblem) in
            let channel = Channel(text)
            guard channel.isKnown else {
                throw FormProblem("expected one of: \(Channel.knownNames.joined(separator: ", "))")
            }
            return channel
        }
        let version = value(.version) { text throws(FormProblem) in
            do throws(VersionError) { return try AppVersion(text) } catch { throw FormProblem(error.message) }
        }
        let build = value(.build) { text throws(FormProblem) in
            do throws(VersionError) { return try BuildNumber(text) } catch { throw FormProblem(error.message) }
        }
        let system = value(.os) { text throws(FormProblem) in
            // The platform says which system a version alone is of.
            if let platform, let version = try? AppVersion(text) {
                return OperatingSystem(platform: platform, version: version)
            }
            guard let system = OperatingSystem(text) else {
                throw FormProblem("write a system and its version, such as iOS 17.4")
            }
            return system
        }
        let storefront = value(.storefront) { text throws(FormProblem) in
            guard let storefront = Storefront(text) else { throw FormProblem(InputText.storefrontHint) }
            return storefront
        }
        time = value(.time) { text throws(FormProblem) in
            // Browsers send the minute without a zone.
            guard let date = Timestamp.parse(text) ?? Timestamp.parse("\(text):00Z") ?? Timestamp.parse("\(text)Z")
            else {
                throw FormProblem("write a date and a time in UTC, such as 2026-12-24T18:00")
            }
            return date
        }
        let attributes = value(.attributes, read: Self.attributes) ?? [:]
        guard errors.isEmpty, let version, let platform, let channel else { return }
        installation = Installation(
            platform: platform, version: version.description, build: build, channel: channel, os: system,
            language: texts[.language], storefront: storefront, installID: texts[.seed], attributes: attributes)
    }

    /// Returns the value of a field, and notes what is wrong with it; `nil` if the field is empty or wrong.
    private mutating func value<Value>(
        _ field: Field, read: (String) throws(FormProblem) -> Value
    ) -> Value? {
        guard let text = texts[field], errors[field] == nil else { return nil }
        do throws(FormProblem) {
            return try read(text)
        } catch {
            errors[field] = Words.sentence(error.text)
            return nil
        }
    }

    private static func attributes(_ text: String) throws(FormProblem) -> [String: JSONValue] {
        var attributes: [String: JSONValue] = [:]
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingCharacters(in: .whitespaces) })
        where !line.isEmpty {
            let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = halves[0].trimmingCharacters(in: .whitespaces)
            guard halves.count == 2, !name.isEmpty else {
                throw FormProblem(
                    "write one attribute a line as name=value; “\(line.prefix(40))” has no name or no value")
            }
            guard attributes[name] == nil else { throw FormProblem("“\(name.prefix(40))” is there twice") }
            attributes[name] = AttributeText.value(of: halves[1].trimmingCharacters(in: .whitespaces))
        }
        return attributes
    }
}
