import AirworthyPolicy
import ServerSupport

@testable import Dashboard

/// A number with its spelling; 0 for a text that is none.
func jsonNumber(_ text: String) -> JSONNumber { JSONNumber(text) ?? JSONNumber(0) }

/// Policies in every layout, from a seed.
struct RandomPolicy {
    private var random: Seeded
    private var newline = "\n"
    /// Whether white space may stand anywhere.
    private var isWild = false
    private var unit = "  "

    init(seed: UInt64) { random = Seeded(seed) }

    var isHeads: Bool { mutating get { Bool.random(using: &random) } }

    mutating func bytes() -> [UInt8] {
        newline = isHeads ? "\n" : "\r\n"
        isWild = Int.random(in: 0..<3, using: &random) == 0
        unit = ["  ", "    ", "\t", ""].randomElement(using: &random) ?? ""
        var members: [(String, JSONValue)] = [("schema", 1), ("x-Ünknown", ["\u{1}\"\\", 1.5, nil])]
        var ids = 0
        let rules = (0..<Int.random(in: 0...5, using: &random)).map { _ -> JSONValue in
            ids += 1
            return rule(id: ids)
        }
        members.append(("rules", .array(rules)))
        if isHeads {
            let count = Int.random(in: 0...2, using: &random)
            members.append(("features", object((0..<count).map { ("f\($0)", feature()) })))
        }
        members.shuffle(using: &random)
        let bom: [UInt8] = Int.random(in: 0..<5, using: &random) == 0 ? [0xEF, 0xBB, 0xBF] : []
        return bom + Array((write(object(members), indent: "", depth: 0) + (isHeads ? newline : "")).utf8)
    }

    mutating func intent() -> PolicyCard.Intent {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .block(versions: versions())
        case 1: .minimum(version: version())
        case 2: .suggest(remind: isHeads ? "weekly" : nil, isSkippable: isHeads)
        case 3: .maintenance(until: "2026-12-0\(Int.random(in: 1...9, using: &random))T00:00:00Z")
        case 4: .exempt(group())
        case 5: .rollout(share: share(), remind: isHeads ? "weekly" : nil, isSkippable: isHeads)
        case 6: .feature(key: "part", isOn: isHeads, opposite: [], share: share())
        default: .feature(key: "new \"one\"", isOn: isHeads, opposite: isHeads ? [] : ["debug", "web"])
        }
    }

    /// Other values of the same kind that can be taken back; `nil` for a rule of its own.
    mutating func change(of intent: PolicyCard.Intent) -> PolicyCard.Intent? {
        switch intent {
        case .block(var versions):
            // One text and a list of several are the forms that this code writes.
            if versions.count == 1 { return .block(versions: isHeads ? [version()] : versions + [version()]) }
            versions.insert("99", at: Int.random(in: 0...versions.count, using: &random))
            if isHeads { versions.remove(at: versions.firstIndex { $0 != "99" } ?? 0) }
            return .block(versions: versions)
        case .minimum: return .minimum(version: version())
        case .suggest(let remind, let isSkippable):
            // Added at the end and removed from there: the order of members is not known to a form.
            return .suggest(remind: remind.map { _ in "always" }, isSkippable: isSkippable ? true : isHeads)
        case .rollout(_, let remind, let isSkippable):
            return .rollout(
                share: share(), remind: remind.map { _ in "always" }, isSkippable: isSkippable ? true : isHeads)
        case .maintenance: return .maintenance(until: "2027-01-01T00:00:00Z")
        case .exempt(.versions(let versions)):
            return .exempt(.versions(versions.count == 1 ? [version()] : versions + ["3"]))
        case .exempt(.channels(let channels)):
            return .exempt(.channels(channels.count == 1 ? ["web"] : ["enterprise"] + channels))
        case .exempt(.attribute): return .exempt(.attribute(name: "other \u{7}", value: .string(version())))
        case .feature(let key, let isOn, _, .some): return .feature(key: key, isOn: isOn, opposite: [], share: share())
        case .feature(let key, let isOn, let opposite, nil):
            if opposite.isEmpty { return .feature(key: key, isOn: !isOn, opposite: isHeads ? [] : ["debug"]) }
            return .feature(key: key, isOn: isHeads, opposite: opposite.count == 1 ? ["web"] : opposite + ["x"])
        case .own: return nil
        }
    }

    private mutating func share() -> JSONNumber {
        ["0", "10", "12.50", "0.0001", "100"].randomElement(using: &random).map(jsonNumber) ?? jsonNumber("1")
    }

    private mutating func version() -> String {
        "\(Int.random(in: 1...9, using: &random)).\(Int.random(in: 0...9, using: &random))"
    }

    private mutating func versions() -> [String] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in isHeads ? version() : version() + " (310)" }
    }

    private mutating func group() -> PolicyCard.Group {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: .versions(versions())
        case 1: .channels(isHeads ? ["debug"] : ["debug", "testflight.internal"])
        default: .attribute(name: "kiosk", value: isHeads ? true : "é")
        }
    }

    private func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }

    private func oneOrList(_ texts: [String]) -> JSONValue { texts.count == 1 ? .string(texts[0]) : .of(texts) }

    private mutating func rule(id: Int) -> JSONValue {
        var members: [(String, JSONValue)] = []
        switch intent() {
        case .block(let versions):
            members = [("when", object([("version", oneOrList(versions))])), ("update", "required")]
        case .minimum(let version):
            members = [
                ("when", object([("version", .string((isHeads ? "<" : "<  ") + version))])), ("update", "required"),
            ]
        case .suggest(let remind, let isSkippable):
            members = [("when", ["version": "<latest"]), ("update", "recommended")]
            if let remind { members.append(("remind", .string(remind))) }
            if isSkippable { members.append(("skippable", true)) }
        case .rollout(let share, let remind, let isSkippable):
            members = [("when", ["rollout": .number(share), "version": "<latest"]), ("update", "recommended")]
            if let remind { members.append(("remind", .string(remind))) }
            if isSkippable { members.append(("skippable", true)) }
        case .maintenance(let until):
            members = [("when", [:]), ("maintenance", ["until": .string(until), "url": "https://example.com/é"])]
        case .exempt(.versions(let versions)):
            members = [("when", object([("version", oneOrList(versions))])), ("update", "none")]
        case .exempt(.channels(let channels)):
            members = [("when", object([("channel", oneOrList(channels))])), ("update", "none")]
        case .exempt(.attribute(let name, let value)):
            members = [("when", ["ifMissing": false, "attributes": object([(name, value)])]), ("update", "none")]
        case .feature, .own:
            members = [("when", ["any": [["version": "1"], ["build": "<7"]]]), ("update", "required")]
        }
        members.append(("id", .string("r\(id) \"é\"")))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: members.append(("message", "Plain."))
        case 1: members.append(("message", ["ja": "更新", "en": "Old."]))
        case 2: members.append(("message", ["ja": "更新"]))
        default: break
        }
        if isHeads { members.append(("x-own", [1, ["a": nil], []])) }
        members.shuffle(using: &random)
        return object(members)
    }

    private mutating func feature() -> JSONValue {
        let isOn = isHeads
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return ["default": .bool(isOn)]
        case 1: return ["default": "blue", "rules": []]
        default:
            let channels: JSONValue = isHeads ? "debug" : ["debug", "testflight"]
            let condition: JSONValue = isHeads ? ["channel": channels] : ["rollout": .number(share())]
            return ["rules": [["when": condition, "value": .bool(!isOn)]], "default": .bool(isOn)]
        }
    }

    /// Writes a value, on one line or on several.
    private mutating func write(_ value: JSONValue, indent: String, depth: Int) -> String {
        let parts: [String]
        let brackets: (String, String)
        let inner = indent + unit
        switch value {
        case .array(let elements):
            parts = elements.map { write($0, indent: inner, depth: depth + 1) }
            brackets = ("[", "]")
        case .object(let object):
            parts = object.members.map { member in
                let key = JSONValue.string(member.key).jsonText() + blank("") + ":" + blank(" ")
                return key + write(member.value, indent: inner, depth: depth + 1)
            }
            brackets = ("{", "}")
        default: return value.jsonText()
        }
        guard !parts.isEmpty else { return brackets.0 + (isWild ? blank("") : "") + brackets.1 }
        let isOpen = depth < 2 || Int.random(in: 0..<3, using: &random) == 0
        if isOpen, !isWild {
            let lines = parts.map { inner + $0 }.joined(separator: "," + newline)
            return brackets.0 + newline + lines + newline + indent + brackets.1
        }
        var text = brackets.0 + blank("")
        for (index, part) in parts.enumerated() {
            if index > 0 { text += blank("") + "," + blank(" ") }
            text += part
        }
        return text + blank("") + brackets.1
    }

    private mutating func blank(_ usual: String) -> String {
        guard isWild else { return usual }
        return ["", " ", "  ", "\t", newline, newline + "   "].randomElement(using: &random) ?? usual
    }
}
