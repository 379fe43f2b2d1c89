import AirworthyPolicy
import Foundation

/// A debug report from the app: the text of the debug panel (`Airworthy.summary`), or JSON with the same names.
///
/// Only facts that rules match are kept, each after it was read as such. Ids, values of attributes and everything else stay behind.
struct PastedReport: Hashable, Sendable {
    /// The facts, by their fields.
    let facts: [ExplainQuestion.Field: String]
    /// The status that the app reported, such as `required`.
    let status: String?
    /// The revision that the app had.
    let revision: Int?
    /// The names of attributes whose values are not in the report.
    let attributes: [String]

    /// The largest report in characters.
    static let longest = 60_000
    private static let mostLines = 500

    /// Reads a report.
    /// - Returns: `nil` if it names no version.
    init?(_ text: String) {
        let text = String(text.prefix(Self.longest))
        let lines: [(name: String, value: String)]
        if let object = Self.object(text) {
            lines = Self.members(of: object)
        } else {
            lines = text.split(whereSeparator: \.isNewline).prefix(Self.mostLines).flatMap(Self.read)
        }
        var facts: [ExplainQuestion.Field: String] = [:]
        var (status, revision, attributes) = (String?.none, Int?.none, [String]())
        for (name, value) in lines where value != "unknown" || name == "channel" {
            switch name {
            case "status": status = status ?? Decision.Status(rawValue: value)?.rawValue
            case "revision": revision = revision ?? Int(value).flatMap { $0 > 0 ? $0 : nil }
            case "attributes": attributes = value == "none" ? [] : Self.names(in: value)
            default:
                guard let field = ExplainQuestion.Field(rawValue: name), facts[field] == nil,
                    let fact = Self.fact(value, for: field)
                else { continue }
                facts[field] = fact
            }
        }
        guard facts[.version] != nil else { return nil }
        self.facts = facts
        self.status = status
        self.revision = revision
        self.attributes = attributes
    }

    /// The query of the page that shows the decision for the report.
    var query: String {
        let fields = ExplainQuestion.Field.allCases.map { ($0.rawValue, facts[$0]) }
        let said = [
            ("reported", status), ("revision", revision.map(String.init)),
            ("lacks", attributes.isEmpty ? nil : attributes.joined(separator: ",")),
        ]
        return PathText.query(fields + said)
    }

    // MARK: Facts

    /// Returns a value in its usual form; `nil` if it is none.
    private static func fact(_ text: String, for field: ExplainQuestion.Field) -> String? {
        guard text.utf8.count <= ExplainQuestion.longestLine else { return nil }
        switch field {
        case .version: return (try? AppVersion(text))?.description
        case .build: return (try? BuildNumber(text))?.description
        case .os: return OperatingSystem(text)?.description
        case .storefront: return Storefront(text)?.code
        case .platform: return Platform(text).isKnown ? Platform(text).description : nil
        case .channel:
            let channel = Channel(text)
            return channel.isKnown && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? text : nil
        case .language:
            let isTag = text.utf8.count <= 35 && text.utf8.count >= 2
            let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            return isTag && isPlain ? text : nil
        case .time, .seed, .attributes: return nil
        }
    }

    private static func names(in text: String) -> [String] {
        let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        // A name of a rule's condition; what looks like a value is none.
        return names.prefix(20).filter { name in
            (1...40).contains(name.count)
                && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
        }
    }

    // MARK: Text

    private static let panelNames = ["operating system": "os"]

    /// Reads a line such as `version: 2.2.0`, and those lines of the report that have several facts.
    private static func read(_ line: Substring) -> [(name: String, value: String)] {
        let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return [] }
        let name = halves[0].trimmingCharacters(in: .whitespaces).lowercased()
        let value = halves[1].trimmingCharacters(in: .whitespaces)
        switch name {
        case "decision": return [("status", String(value.prefix { $0.isLetter }))]
        case "policy":
            let part = value.components(separatedBy: ", ").first { $0.hasPrefix("revision ") }
            return part.map { [("revision", String($0.dropFirst("revision ".count)))] } ?? []
        case "runs on": return [("os", value.components(separatedBy: ",")[0])]
        case _ where name.hasSuffix(")"):
            // The line of the channel, which reports of earlier versions have alone: `2.2.0 (310): appstore (…)`.
            let parts = name.dropLast().components(separatedBy: " (")
            guard parts.count == 2 else { return [] }
            return [("version", parts[0]), ("build", parts[1]), ("channel", value.components(separatedBy: " (")[0])]
        default: return [(panelNames[name] ?? name, value)]
        }
    }

    // MARK: JSON

    private static func object(_ text: String) -> JSONObject? {
        guard text.drop(while: \.isWhitespace).first == "{",
            case .object(let object)? = try? JSONReader.read(text).jsonValue
        else { return nil }
        return object
    }

    /// The members of a request or of a decision, which has some of them in `installed`.
    private static func members(of object: JSONObject) -> [(name: String, value: String)] {
        var members: [(name: String, value: String)] = []
        for member in object.members.prefix(mostLines) {
            switch member.value {
            case .string(let text): members.append((member.key, text))
            case .number(let number): members.append((member.key, number.text))
            case .object(let inner) where member.key == "installed": members += Self.members(of: inner)
            case .object(let inner) where member.key == "attributes":
                members.append((member.key, inner.keys.joined(separator: ",")))
            default: continue
            }
        }
        return members
    }
}
