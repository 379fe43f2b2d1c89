import AirworthyPolicy
import ControlPlane
import Foundation
import ServerSupport

/// Values by name in a request: the parameters of a query, the members of an object in a body, or the columns of a row. Each kind of
/// value is read here, so that it has one form everywhere, and a mistake names its place.
protocol RequestValues {
    /// Returns a text without control characters; `nil` if it is absent.
    func text(_ name: String) throws(HTTPProblem) -> String?
    /// Returns the 400 for a value.
    func problem(with name: String, detail: String) -> HTTPProblem
}

extension RequestValues {
    /// Returns a value, or throws a problem if it is absent.
    func required<Value>(_ name: String, value: Value?) throws(HTTPProblem) -> Value {
        guard let value else { throw problem(with: name, detail: "\"\(name)\" is missing") }
        return value
    }

    func requiredText(_ name: String) throws(HTTPProblem) -> String {
        try required(name, value: try text(name))
    }

    /// Returns free text of at most `limit` characters, not only blanks.
    func freeText(_ name: String, limit: Int) throws(HTTPProblem) -> String? {
        guard let text = try text(name) else { return nil }
        guard (1...limit).contains(text.unicodeScalars.count), text.contains(where: { !$0.isWhitespace }) else {
            throw problem(with: name, detail: "write 1 to \(limit) characters")
        }
        return text
    }

    /// Returns a version or a build number, in the form that `parse` gives it.
    func version<Value>(
        _ name: String, parse: (String) throws(VersionError) -> Value
    ) throws(HTTPProblem) -> Value? {
        guard let text = try text(name) else { return nil }
        do throws(VersionError) {
            return try parse(text)
        } catch {
            throw problem(with: name, detail: error.message)
        }
    }

    /// Returns a channel that this version knows.
    func channel() throws(HTTPProblem) -> Channel? {
        guard let channel = try text("channel").map(Channel.init) else { return nil }
        guard channel.isKnown else {
            throw problem(with: "channel", detail: "the channel is unknown; \(Channel.hint)")
        }
        return channel
    }

    /// Returns a platform that this version or the app knows.
    func platform(of app: App) throws(HTTPProblem) -> Platform? {
        guard let text = try text("platform") else { return nil }
        guard let platform = Platform(text, of: app) else {
            throw problem(with: "platform", detail: Platform.unknownDetail(for: app))
        }
        return platform
    }

    func storefront() throws(HTTPProblem) -> Storefront? {
        guard let text = try text("storefront") else { return nil }
        guard let storefront = Storefront(text) else {
            throw problem(with: "storefront", detail: InputText.storefrontHint)
        }
        return storefront
    }
}

extension Channel {
    /// The names that are known, for messages.
    static let hint = "expected one of: \(knownNames.joined(separator: ", "))"
}

/// The query parameters that a route knows. Others are ignored.
struct QueryParameters: RequestValues, Sendable {
    /// The names and values of the known parameters, decoded, in the order of the query.
    let items: [(name: String, value: String)]

    /// Parses a query, the text after the `?`. `isKnown` returns whether the route knows a name.
    /// - Throws: ``HTTPProblem`` that names a known parameter that occurs twice, is not percent-encoded UTF-8, or
    ///   contains control characters or too many combining marks.
    init(_ text: String?, isKnown: (String) -> Bool) throws(HTTPProblem) {
        var items: [(name: String, value: String)] = []
        var names: Set<String> = []
        // Split as bytes: a combining mark after a separator does not hide it.
        for part in (text ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let pair = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = pair[0].percentDecoded(plusIsSpace: true)
            // A name with many marks is none that a route knows, and comparing it would take long.
            guard let name, CombiningMarks.areFew(in: name), isKnown(name) else { continue }
            guard names.insert(name).inserted else {
                throw .parameter(name.forMessage, detail: "the parameter occurs twice; send it once")
            }
            guard let value = pair.count == 1 ? "" : pair[1].percentDecoded(plusIsSpace: true) else {
                throw .parameter(name.forMessage, detail: "the value is not percent-encoded UTF-8")
            }
            guard !value.unicodeScalars.contains(where: \.isControl), !name.unicodeScalars.contains(where: \.isControl)
            else { throw .parameter(name.forMessage, detail: InputText.noControls) }
            guard CombiningMarks.areFew(in: value) else {
                throw .parameter(
                    name.forMessage,
                    detail: "the value has more than \(CombiningMarks.maximumRun) combining marks in a row")
            }
            items.append((name, value))
        }
        self.items = items
    }

    /// Parses a query with a fixed set of known names.
    init(_ text: String?, known: Set<String>) throws(HTTPProblem) {
        try self.init(text) { known.contains($0) }
    }

    /// The value of a parameter; `nil` if it is absent.
    subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    func text(_ name: String) -> String? { self[name] }

    func problem(with name: String, detail: String) -> HTTPProblem { .parameter(name, detail: detail) }

    /// Returns a parameter that is a whole number, digits only.
    /// - Throws: ``HTTPProblem`` that names the parameter.
    func wholeNumber(_ name: String, in range: ClosedRange<Int>) throws(HTTPProblem) -> Int? {
        guard let text = self[name] else { return nil }
        guard !text.isEmpty, text.isAllDigits, let number = Int(text), range.contains(number) else {
            let limit = range.upperBound == Int.max ? "on" : "to \(range.upperBound)"
            throw .parameter(name, detail: "write a whole number from \(range.lowerBound) \(limit)")
        }
        return number
    }

    /// Returns a required parameter that is a whole number from 1 on.
    /// - Throws: ``HTTPProblem`` that names the parameter.
    func requiredNumber(_ name: String) throws(HTTPProblem) -> Int {
        guard let number = try wholeNumber(name, in: 1...Int.max) else {
            throw .parameter(name, detail: "the parameter is missing; write a whole number from 1 on")
        }
        return number
    }

    /// Returns a parameter that is `1` or `true`, `0` or `false`; `false` if it is absent.
    /// - Throws: ``HTTPProblem`` that names the parameter.
    func flag(_ name: String) throws(HTTPProblem) -> Bool {
        switch self[name] {
        case nil, "0", "false": return false
        case "1", "true": return true
        default: throw .parameter(name, detail: "write 1 or 0")
        }
    }
}

/// A page of a history: the parameters `before` and `limit`.
package struct Paging: Hashable, Sendable {
    /// The names of the parameters.
    static let names: Set<String> = ["before", "limit"]
    /// The number of entries without `limit`.
    static let defaultLimit = 50
    /// The highest `limit`.
    package static let maximumLimit = 200

    /// The number below which entries are returned; `nil` to start with the newest.
    let before: Int?
    /// The highest number of entries.
    let limit: Int

    /// Reads the parameters.
    /// - Throws: ``HTTPProblem`` that names the parameter.
    init(_ query: QueryParameters) throws(HTTPProblem) {
        before = try query.wholeNumber("before", in: 1...Int.max)
        limit = try query.wholeNumber("limit", in: 1...Self.maximumLimit) ?? Self.defaultLimit
    }
}
