@_spi(Tools) import AirworthyPolicy
import AirworthyServer
import AirworthyTrust
import ControlPlane

/// An `app.yaml`: settings of an app by the names that the server's API uses.
struct AppSettingsFile {
    /// The name of the file.
    let name: String
    /// The given settings, as the server writes them.
    let members: JSONObject
    private let document: DocumentNode

    /// Reads settings strictly. Pins find their public keys in the folder. The settings are `nil` if there is an error.
    static func read(
        _ document: DocumentNode, name: String, keys: PublicKeyFolder
    ) -> (AppSettingsFile?, findings: [Finding]) {
        var reader = AppSettingsReader(keys: keys)
        guard case .object(let members) = document.value else {
            let message = "Expected settings such as `bundleID: com.example.app`, found \(document.kindName)."
            reader.report("wrong-type", at: document.position, path: "", message)
            return (nil, reader.findings)
        }
        let object = reader.settings(members, at: document.position)
        guard reader.findings.isEmpty else { return (nil, reader.findings) }
        return (AppSettingsFile(name: name, members: object, document: document), [])
    }

    /// Returns the settings that differ from those of an app on the server.
    /// - Throws: ``ToolError`` with status 65 for one that can never be changed.
    func changes(to app: JSONValue) throws(ToolError) -> [SettingChange] {
        var changes: [SettingChange] = []
        for member in members.members {
            let old = Self.comparable(app[member.key] ?? .null, key: member.key)
            guard old != member.value else { continue }
            guard AppInput.changeable.contains(member.key) else {
                let place = document.position(ofPath: member.key).map { "\(name):\($0)" } ?? name
                let now = SettingChange.text(old)
                throw .badData("\(place): \(member.key) can never be changed; on the server it is \(now)".printable)
            }
            changes.append(SettingChange(key: member.key, old: old, new: member.value))
        }
        return changes
    }

    /// Returns a setting of the server as this file writes it: pins have ids there.
    static func comparable(_ value: JSONValue, key: String) -> JSONValue {
        guard key == "pins", let pins = value.arrayValue else { return value }
        return .array(pins.map { ["key": $0["key"] ?? .null, "role": $0["role"] ?? .null] })
    }
}

/// A setting with its values before and after.
struct SettingChange {
    let key: String
    let old: JSONValue
    let new: JSONValue

    /// Such as `appleID: (none) → 6504763618`.
    var line: String { "\(key): \(Self.text(old)) → \(Self.text(new))".printable }

    var jsonValue: JSONValue { ["key": .string(key), "old": old, "new": new] }

    static func text(_ value: JSONValue) -> String {
        if let texts = value.arrayValue {
            return texts.isEmpty ? "(none)" : texts.map(text).joined(separator: ", ")
        }
        if let key = value["key"]?.stringValue, let role = value["role"]?.stringValue {
            return "\(role) \(PublicKey(base64: key)?.id ?? key)"
        }
        return value == .null ? "(none)" : value.stringValue ?? value.jsonText()
    }
}

/// The public keys beside an `app.yaml`, or in the folder above it.
struct PublicKeyFolder {
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    /// Reads a key from a `.pub` file, whose name has no folder.
    /// - Throws: ``ToolError`` with status 65 or 66.
    func key(_ name: String) throws(ToolError) -> PublicKey {
        guard name.hasSuffix(".pub"), !name.contains("/"), !name.utf8.contains(0) else {
            throw .badData("write the name of a .pub file in this folder or the one above it")
        }
        for folder in [folder, "\(folder)/.."] {
            guard let entry = try FolderEntry.list(folder).first(where: { $0.name == name }) else { continue }
            guard entry.kind == .file else { throw .badData("\(name): not a file of the folder itself") }
            return try PublicKey(file: entry.path)
        }
        throw .missingFile("\(name): no such file in this folder or the one above it")
    }
}
