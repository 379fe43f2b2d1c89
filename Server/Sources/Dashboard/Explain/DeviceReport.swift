import AirworthyPolicy
import Foundation

/// A report from a device: the text of the debug panel (`Airworthy.summary`), that of its QR code, or JSON with the same names.
///
/// Only facts that rules match are kept, each after it was read as such. Ids, values of attributes and everything else stay behind.
package struct DeviceReport: Hashable, Sendable {
    /// The facts, by their fields.
    let facts: [ExplainQuestion.Field: String]
    /// What the report says beside the facts.
    let reported: ReportedDecision

    /// What to say of a text that is no report.
    package static let problem =
        "No version was found in this text. Copy the whole summary; it has a line such as “version: 2.2.0”."

    /// The largest report in characters.
    private static let longest = 60_000
    private static let mostLines = 500

    /// Reads a report; `nil` if it names no version.
    package init?(_ text: String) {
        let text = String(text.prefix(Self.longest))
        let lines: [(name: String, value: String)]
        if let object = Self.object(text) {
            lines = Self.members(of: object)
        } else {
            lines = text.split(whereSeparator: \.isNewline).prefix(Self.mostLines).flatMap(Self.read)
        }
        var facts: [ExplainQuestion.Field: String] = [:]
        var reported = ReportedDecision()
        for (name, value) in lines where value != "unknown" || name == "channel" {
            switch name {
            case "status": reported.status = reported.status ?? Decision.Status(rawValue: value)
            case "revision": reported.revision = reported.revision ?? ReportedDecision.revision(value)
            case "attributes": reported.attributes = value == "none" ? [] : ReportedDecision.attributes(in: value)
            default:
                guard let field = ExplainQuestion.Field(rawValue: name), facts[field] == nil,
                    let fact = Self.fact(value, for: field)
                else { continue }
                facts[field] = fact
            }
        }
        guard facts[.version] != nil else { return nil }
        self.facts = facts
        self.reported = reported
    }

    /// The parameters of a question about the device, by the names that the page and the route of the API have.
    package var parameters: [(name: String, value: String)] {
        ExplainQuestion.Field.allCases.compactMap { field in facts[field].map { (field.rawValue, $0) } }
            + reported.parameters
    }

    /// The query of the page that shows the decision for the report.
    var query: String { PathText.query(parameters.map { ($0.name, Optional($0.value)) }) }

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
