import AirworthyPolicy
import AirworthyTrust
import ControlPlane

/// The forms of an app's settings, as they were sent or as the settings are.
struct SettingsForm: Sendable {
    /// A part of the settings that is saved by itself.
    enum Section: String, Hashable, Sendable, CaseIterable {
        case app, testflight, pins
    }

    /// The texts of the fields.
    struct Fields: Sendable {
        var bundleID: String
        var appleID: String
        var platforms: String
        var language: String
        var storefronts: String
        var appleKeyID: String
        /// A line for each key: its role and the key in base64.
        var pins: String
    }

    var fields: Fields
    var internalBuilds: App.InternalBuilds?
    var testFlightNotes: App.TestFlightNotes?
    /// What is wrong with a section.
    var problems: [Section: String] = [:]
    var removalProblem: String?

    init(_ app: App) {
        fields = Fields(
            bundleID: app.bundleID, appleID: app.appleID.map { String($0) } ?? "",
            platforms: app.platforms.map(\.description).joined(separator: ", "), language: app.defaultLanguage,
            storefronts: app.storefronts.map(\.code).joined(separator: ", "), appleKeyID: app.appleKeyID ?? "",
            pins: app.pins.map { "\($0.role.rawValue) \($0.key.base64)" }.joined(separator: "\n"))
        internalBuilds = app.internalBuilds
        testFlightNotes = app.testFlightNotes
    }

    /// Fills a section with what somebody sent.
    mutating func fill(_ section: Section, from form: FormFields) {
        switch section {
        case .app:
            fields.bundleID = form["bundleID"] ?? ""
            fields.appleID = form["appleID"] ?? ""
            fields.platforms = form["platforms"] ?? ""
            fields.language = form["language"] ?? ""
            fields.storefronts = form["storefronts"] ?? ""
            fields.appleKeyID = form["appleKeyID"] ?? ""
        case .testflight:
            internalBuilds = form["internalBuilds"].flatMap(App.InternalBuilds.known)
            testFlightNotes = form["testFlightNotes"].flatMap(App.TestFlightNotes.known)
        case .pins: fields.pins = form["pins"] ?? ""
        }
    }

    /// Returns the change of a section; `nil` with a problem. Changes of keys need the name of the app as a confirmation.
    mutating func change(_ section: Section, of app: App, confirmation: String?) -> (@Sendable (inout App) -> Void)? {
        do throws(FormProblem) {
            switch section {
            case .app: return try appChange()
            case .testflight:
                guard let internalBuilds, let testFlightNotes else { throw FormProblem("Choose what is public.") }
                return { ($0.internalBuilds, $0.testFlightNotes) = (internalBuilds, testFlightNotes) }
            case .pins:
                let pins = try readPins()
                guard confirmation == app.slug else {
                    throw FormProblem(Words.typeName(of: app.slug, nothing: "changed"))
                }
                return { $0.pins = pins }
            }
        } catch {
            problems[section] = error.text
            return nil
        }
    }

    private static func words(_ text: String) -> [String] {
        text.split { ", \t\r\n".contains($0) }.map(String.init)
    }

    private func appChange() throws(FormProblem) -> @Sendable (inout App) -> Void {
        let appleID = Int(fields.appleID)
        guard appleID != nil || fields.appleID.isEmpty else {
            throw FormProblem("The Apple ID is not a number. The App Store shows it in the address of the app.")
        }
        let storefronts = try Self.words(fields.storefronts).map { word throws(FormProblem) in
            guard let storefront = Storefront(word), storefront.code == word else {
                throw FormProblem("Write each storefront as two capital letters, such as JP.")
            }
            return storefront
        }
        return { [fields] app in
            app.bundleID = fields.bundleID
            app.appleID = appleID
            app.platforms = Self.words(fields.platforms).map { Platform($0) }
            app.defaultLanguage = fields.language
            app.storefronts = storefronts
            app.appleKeyID = fields.appleKeyID.isEmpty ? nil : fields.appleKeyID
        }
    }

    private func readPins() throws(FormProblem) -> [PinnedKey] {
        try fields.pins.split(whereSeparator: \.isNewline).enumerated().map { index, line throws(FormProblem) in
            let parts = Self.words(String(line))
            guard parts.count == 2, let role = Role(rawValue: parts[0]), let key = PublicKey(base64: parts[1]) else {
                throw FormProblem(
                    "Line \(index + 1) of the keys is not a role, root or online, and a key in base64 after it.")
            }
            return PinnedKey(key, role: role)
        }
    }
}
