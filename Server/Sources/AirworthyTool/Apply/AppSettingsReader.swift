@_spi(Tools) import AirworthyPolicy
import AirworthyServer
import AirworthyTrust
import ControlPlane

/// Reads the members of an `app.yaml` and reports mistakes with their positions.
struct AppSettingsReader {
    private static let known = ["schema"] + AppInput.all.filter { $0 != "slug" }

    private let keys: PublicKeyFolder
    private(set) var findings: [Finding] = []

    init(keys: PublicKeyFolder) { self.keys = keys }

    /// Returns the settings as the server writes them.
    mutating func settings(_ members: [DocumentNode.Member], at position: TextPosition) -> JSONObject {
        var object = JSONObject()
        var seen: Set<String> = []
        for member in members {
            guard Self.known.contains(member.key) else {
                reportUnknown(member)
                continue
            }
            guard seen.insert(member.key).inserted else {
                report("duplicate-key", at: member.keyPosition, path: member.key, "The key appears twice; keep one.")
                continue
            }
            guard member.key != "schema" else {
                if member.value.jsonValue != 1 {
                    report("bad-value", at: member.value.position, path: "schema", "Unknown schema; write 1.")
                }
                continue
            }
            object[member.key] = value(of: member)
        }
        if !seen.contains("schema") {
            report("missing-key", at: position, path: "", "The key \"schema\" is missing; write `schema: 1`.")
        }
        if seen.subtracting(["schema"]).isEmpty, findings.isEmpty {
            report("missing-key", at: position, path: "", "No setting is given; write one, or delete the file.")
        }
        return object
    }

    private mutating func value(of member: DocumentNode.Member) -> JSONValue? {
        let (key, node) = (member.key, member.value)
        switch key {
        case "appleID" where node.isNull: return .null
        case "appleID":
            guard let number = node.jsonValue.intValue, number > 0 else {
                return wrong(node, key, "Expected the app's number on the App Store, or null.")
            }
            return .number(JSONNumber(number))
        case "platforms":
            return list(node, key, of: "platforms, such as [ios, macos]") { text throws(ToolError) in
                .string(try AppOptions.platformName(text))
            }
        case "storefronts":
            return list(node, key, of: "countries, such as [US, JP]") { text throws(ToolError) in
                .string(try AppOptions.storefrontCode(text))
            }
        case "signing": return choice(node, key, of: App.Signing.allCases.map(\.rawValue))
        case "pins": return pins(node)
        default:
            switch App.settings.first(where: { $0.name == key })?.form {
            case .word(let words): return choice(node, key, of: words)
            case .optionalText where node.isNull: return .null
            default: break
            }
            guard let text = node.text, !text.trimmed.isEmpty else { return wrong(node, key, "Expected a text.") }
            return .string(text)
        }
    }

    private mutating func list(
        _ node: DocumentNode, _ key: String, of elements: String, read: (String) throws(ToolError) -> JSONValue
    ) -> JSONValue? {
        guard case .array(let nodes) = node.value else { return wrong(node, key, "Expected a list of \(elements).") }
        var values: [JSONValue] = []
        for (index, node) in nodes.enumerated() {
            do throws(ToolError) {
                values.append(try read(node.text ?? ""))
            } catch {
                _ = wrong(node, "\(key)[\(index)]", Self.sentence(error))
            }
        }
        return .array(values)
    }

    private mutating func choice(_ node: DocumentNode, _ key: String, of words: [String]) -> JSONValue? {
        guard let text = node.text, words.contains(text) else {
            let help = node.text.flatMap { Spelling.nearest(to: $0, among: words) }.map { "did you mean \"\($0)\"?" }
            return wrong(node, key, "Not a known value; \(help ?? "write one of: \(words.joined(separator: ", ")).")")
        }
        return .string(text)
    }

    /// Reads pins: each names a `file` or a `key`, and its `role`.
    private mutating func pins(_ node: DocumentNode) -> JSONValue? {
        let wanted = "Expected a list of pins, such as {file: root-primary.pub, role: root}."
        guard case .array(let nodes) = node.value else { return wrong(node, "pins", wanted) }
        var pins: [JSONValue] = []
        for (index, node) in nodes.enumerated() {
            let path = "pins[\(index)]"
            guard case .object(let members) = node.value else {
                _ = wrong(node, path, wanted)
                continue
            }
            if let unknown = members.first(where: { !["file", "key", "role"].contains($0.key) }) {
                report(
                    "unknown-key", at: unknown.keyPosition, path: path, "Unknown key; expected file or key, and role.")
                continue
            }
            let value = { key in members.first { $0.key == key }?.value }
            guard let role = value("role")?.text.flatMap(Role.init(rawValue:)) else {
                _ = wrong(value("role") ?? node, path, "\"role\" is root or online.")
                continue
            }
            guard let key = key(file: value("file"), key: value("key"), in: node, path: path) else { continue }
            pins.append(["key": .string(key.base64), "role": .string(role.rawValue)])
        }
        return .array(pins)
    }

    private mutating func key(
        file: DocumentNode?, key: DocumentNode?, in node: DocumentNode, path: String
    ) -> PublicKey? {
        switch (file, key) {
        case (let file?, nil):
            do throws(ToolError) {
                return try keys.key(file.text ?? "")
            } catch {
                _ = wrong(file, "\(path).file", Self.sentence(error))
            }
        case (nil, let key?):
            if let key = key.text.flatMap(PublicKey.init(base64:)) { return key }
            _ = wrong(key, "\(path).key", "Expected \(InputText.keyHint).")
        default: _ = wrong(node, path, "Write either \"file\" or \"key\".")
        }
        return nil
    }

    private mutating func reportUnknown(_ member: DocumentNode.Member) {
        let help =
            Spelling.nearest(to: member.key, among: Self.known).map { "did you mean \"\($0)\"?" }
            ?? (member.key == "slug"
                ? "the folder's name is the app's name." : "expected one of: \(Self.known.joined(separator: ", ")).")
        report("unknown-key", at: member.keyPosition, path: "", "Unknown key \"\(member.key.prefix(100))\"; \(help)")
    }

    private mutating func wrong(_ node: DocumentNode, _ path: String, _ message: String) -> JSONValue? {
        report("bad-value", at: node.position, path: path, message)
        return nil
    }

    mutating func report(_ code: String, at position: TextPosition, path: String, _ message: String) {
        findings.append(Finding(code: code, severity: .error, path: path, position: position, message: message))
    }

    /// Returns the error of an option as a finding's message, without the option's name.
    private static func sentence(_ error: ToolError) -> String {
        let text = error.description
        for option in ["--platform: ", "--storefront: "] where text.hasPrefix(option) {
            return "\(text.dropFirst(option.count))."
        }
        return "\(text)."
    }
}

extension DocumentNode {
    /// The text of a string or an unquoted scalar; `nil` for other values.
    fileprivate var text: String? {
        switch value {
        case .string(let text): text
        case .plain(let text): isNull ? nil : text
        default: nil
        }
    }

    fileprivate var isNull: Bool { jsonValue == .null }
}
