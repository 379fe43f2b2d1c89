import AirworthyPolicy
import Foundation
import ServerSupport

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
            let name = Substring(pair[0]).percentDecoded(plusIsSpace: true)
            // A name with many marks is none that a route knows, and comparing it would take long.
            guard let name, CombiningMarks.areFew(in: name), isKnown(name) else { continue }
            guard names.insert(name).inserted else {
                throw .parameter(name.forMessage, detail: "the parameter occurs twice; send it once")
            }
            guard let value = pair.count == 1 ? "" : Substring(pair[1]).percentDecoded(plusIsSpace: true) else {
                throw .parameter(name.forMessage, detail: "the value is not percent-encoded UTF-8")
            }
            guard !value.unicodeScalars.contains(where: \.isControl), !name.unicodeScalars.contains(where: \.isControl)
            else { throw .parameter(name.forMessage, detail: "control characters are not allowed") }
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
struct Paging: Hashable, Sendable {
    /// The names of the parameters.
    static let names: Set<String> = ["before", "limit"]
    /// The number of entries without `limit`.
    static let defaultLimit = 50
    /// The highest `limit`.
    static let maximumLimit = 200

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

extension StringProtocol {
    /// Returns the text with percent-encoding removed; `nil` if the encoding is malformed or the result is not UTF-8.
    /// `+` may stand for a space, as in a query.
    func percentDecoded(plusIsSpace: Bool = false) -> String? {
        let (plus, space) = (UInt8(ascii: "+"), UInt8(ascii: " "))
        let text =
            plusIsSpace && utf8.contains(plus)
            ? String(decoding: utf8.map { $0 == plus ? space : $0 }, as: UTF8.self) : String(self)
        return text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding : text
    }
}
