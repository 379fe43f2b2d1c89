package import AirworthyPolicy
import AirworthyTrust
import ReleaseCatalog
import ServerSupport

/// A setting of an app that can change. A row of ``App/settings`` is all that the service, the HTTP interface and the database know of
/// it. A new setting is a property of ``App`` and a row here; a migration adds its column, and `openapi.yaml` describes it.
package struct AppSetting: Sendable {
    /// The form of the value as JSON.
    package enum Form: Sendable {
        case text
        /// A text or `null`, which removes it.
        case optionalText
        /// A number or `null`, which removes it.
        case optionalNumber
        /// One of some words.
        case word([String])
        /// Texts; `rule` says which ones are valid.
        case list(rule: String, isValid: @Sendable (String) -> Bool)
        /// Objects with `key` and `role`.
        case pins
    }

    /// The name in JSON.
    package let name: String
    /// The name of the column in the database, as a migration created it.
    package let column: String
    package let form: Form
    /// Whether manifests contain it, so that a change needs a new revision.
    package private(set) var isSigned = true
    /// Returns the value.
    package let json: @Sendable (App) -> JSONValue
    /// Sets the value; returns `false`, and changes nothing, if it does not have the form.
    package let set: @Sendable (inout App, JSONValue) -> Bool

    fileprivate func unsigned() -> AppSetting {
        var setting = self
        setting.isSigned = false
        return setting
    }
}

extension App {
    /// The settings that can change. Their order is that of entity tags and of the audit; do not change it.
    package static let settings: [AppSetting] = [
        .text("bundleID", column: "bundle_id", \.bundleID),
        .optional(
            "appleID", column: "apple_id", \.appleID, form: .optionalNumber, json: JSONValue.of, read: \.intValue),
        .list(
            "platforms", column: "platforms", \.platforms,
            rule: "a platform is 1 to 32 letters and digits, such as \"ios\"", text: \.description
        ) { text in
            (1...32).contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIILetterOrDigit) ? Platform(text) : nil
        }.unsigned(),
        .text("defaultLanguage", column: "default_language", \.defaultLanguage),
        .pins,
        .word("internalBuilds", column: "internal_builds", \.internalBuilds),
        .word("testFlightNotes", column: "testflight_notes", \.testFlightNotes),
        .list(
            "storefronts", column: "storefronts", \.storefronts,
            rule: "write a country as two capital letters, such as \"JP\"", text: \.code
        ) { text in Storefront(text).flatMap { $0.code == text ? $0 : nil } }.unsigned(),
        .optional(
            "appleKeyID", column: "apple_key_id", \.appleKeyID, form: .optionalText, json: JSONValue.of,
            read: \.stringValue
        ).unsigned(),
    ]

    /// Returns the settings in which the app differs from another.
    package func settings(differingFrom other: App) -> [AppSetting] {
        Self.settings.filter { $0.json(self) != $0.json(other) }
    }

    /// The entity tag of the settings that can change, without quotes. It stays the same when a policy is published.
    package var entityTag: String {
        let values = Self.settings.map { setting in
            if case .pins = setting.form {
                return JSONValue.array(pins.map { .array([.string($0.key.id), .string($0.role.rawValue)]) })
            }
            return setting.json(self)
        }
        return String(ContentDigest.hex(JSONValue.array(values).jsonBytes()).prefix(32))
    }
}

extension AppSetting {
    fileprivate static func text(
        _ name: String, column: String, _ place: any WritableKeyPath<App, String> & Sendable
    ) -> AppSetting {
        AppSetting(name: name, column: column, form: .text, json: { .string($0[keyPath: place]) }) { app, value in
            guard let text = value.stringValue else { return false }
            app[keyPath: place] = text
            return true
        }
    }

    fileprivate static func optional<Value>(
        _ name: String, column: String, _ place: any WritableKeyPath<App, Value?> & Sendable, form: Form,
        json: @escaping @Sendable (Value?) -> JSONValue, read: @escaping @Sendable (JSONValue) -> Value?
    ) -> AppSetting {
        AppSetting(name: name, column: column, form: form, json: { json($0[keyPath: place]) }) { app, value in
            let new = read(value)
            guard new != nil || value == .null else { return false }
            app[keyPath: place] = new
            return true
        }
    }

    fileprivate static func word<Word: OpenWord>(
        _ name: String, column: String, _ place: any WritableKeyPath<App, Word> & Sendable
    ) -> AppSetting {
        AppSetting(
            name: name, column: column, form: .word(Word.allCases.map(\.rawValue)),
            json: { .string($0[keyPath: place].rawValue) }
        ) { app, value in
            guard let word = value.stringValue else { return false }
            app[keyPath: place] = Word(rawValue: word)
            return true
        }
    }

    fileprivate static func list<Element>(
        _ name: String, column: String, _ place: any WritableKeyPath<App, [Element]> & Sendable, rule: String,
        text: @escaping @Sendable (Element) -> String, read: @escaping @Sendable (String) -> Element?
    ) -> AppSetting {
        AppSetting(
            name: name, column: column, form: .list(rule: rule) { read($0) != nil },
            json: { .array($0[keyPath: place].map { .string(text($0)) }) }
        ) { app, value in
            let elements = value.arrayValue?.map { $0.stringValue.flatMap(read) }
            guard let elements, !elements.contains(where: { $0 == nil }) else { return false }
            app[keyPath: place] = elements.compactMap(\.self)
            return true
        }
    }

    /// A key in a role that a later version added is trusted with nothing here.
    fileprivate static let pins = AppSetting(
        name: "pins", column: "pins", form: .pins,
        json: { app in
            .array(app.pins.map { ["key": .string($0.key.base64), "role": .string($0.role.rawValue)] })
        }
    ) { app, value in
        let pins = value.arrayValue?.map { pin -> PinnedKey?? in
            guard let key = pin["key"]?.stringValue.flatMap(PublicKey.init(base64:)),
                let role = pin["role"]?.stringValue
            else { return .none }
            return .some(Role(rawValue: role).map { PinnedKey(key, role: $0) })
        }
        guard let pins, !pins.contains(where: { $0 == nil }) else { return false }
        app.pins = pins.compactMap { $0 ?? nil }
        return true
    }
}
