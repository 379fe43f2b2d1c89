/// Which part of a history is asked for: `before` and `limit`.
package struct Paging: Hashable, Sendable {
    /// The names of the parameters.
    package static let names: Set<String> = ["before", "limit"]
    /// How many entries come unless something else is said.
    package static let defaultLimit = 50
    /// The most entries that come at once.
    package static let maximumLimit = 200

    /// Only entries below this number; `nil`: from the newest on.
    package let before: Int?
    /// At most this many.
    package let limit: Int

    /// Reads the parameters.
    /// - Throws: ``Problem`` that names the parameter.
    package init(_ query: Query) throws(Problem) {
        before = try query.wholeNumber("before", in: 1...Int.max)
        limit = try query.wholeNumber("limit", in: 1...Self.maximumLimit) ?? Self.defaultLimit
    }
}

extension Query {
    /// A parameter that is a whole number, digits only.
    /// - Throws: ``Problem`` that names the parameter.
    package func wholeNumber(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = self[name] else { return nil }
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(text), range.contains(number)
        else {
            let limit = range.upperBound == Int.max ? "on" : "to \(range.upperBound)"
            throw .parameter(name, "write a whole number from \(range.lowerBound) \(limit)")
        }
        return number
    }

    /// A parameter that has to be there and is a whole number.
    /// - Throws: ``Problem`` that names the parameter.
    package func requiredNumber(_ name: String) throws(Problem) -> Int {
        guard let number = try wholeNumber(name, in: 1...Int.max) else {
            throw .parameter(name, "it is missing; write a whole number from 1 on")
        }
        return number
    }

    /// A parameter that is `1` or `true`, `0` or `false`; `false` when it was not sent.
    /// - Throws: ``Problem`` that names the parameter.
    package func flag(_ name: String) throws(Problem) -> Bool {
        switch self[name] {
        case nil, "0", "false": return false
        case "1", "true": return true
        default: throw .parameter(name, "write 1 or 0")
        }
    }

    /// A parameter that is a text of some words.
    /// - Throws: ``Problem`` that names the parameter when it is empty or longer than `limit` characters.
    package func words(_ name: String, limit: Int) throws(Problem) -> String? {
        guard let text = self[name] else { return nil }
        guard (1...limit).contains(text.unicodeScalars.count), text.contains(where: { !$0.isWhitespace }) else {
            throw .parameter(name, "write 1 to \(limit) characters")
        }
        return text
    }
}
