/// A word, operator or ellipsis of a range.
enum RangeToken: Equatable {
    case comparison(Comparison)
    case word(ArraySlice<UInt8>)
    case ellipsis

    /// Splits a range, without the build in parentheses that may follow it.
    ///
    /// - Parameters:
    ///   - text: The bytes to split.
    ///   - noun: `version` or `build`, for messages.
    ///   - example: Example ranges for messages.
    /// - Returns: At least one token.
    /// - Throws: ``RangeProblem``, also for operators that only other tools have.
    static func tokens(_ text: ArraySlice<UInt8>, noun: String, example: String) throws(RangeProblem) -> [RangeToken] {
        var tokens: [RangeToken] = []
        var rest = text
        while true {
            let start = rest.startIndex
            rest = rest.drop(while: \.isBlank)
            guard let first = rest.first else { break }
            if startsWithEllipsis(rest) {
                tokens.append(.ellipsis)
                rest = rest.dropFirst(3)
            } else if let problem = RangeProblem(unsupportedOperator: first, noun: noun) {
                throw problem
            } else {
                // A word ended where this token begins, without a space.
                if case .word = tokens.last, rest.startIndex == start {
                    throw RangeProblem("put a space between two conditions, as in `>=2.2 <2.3`.")
                }
                tokens.append(next(&rest))
            }
        }
        if tokens.isEmpty { throw RangeProblem("a \(noun) range cannot be empty; write one such as \(example).") }
        return tokens
    }

    private static func startsWithEllipsis(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= 3 && text.prefix(3).allSatisfy { $0 == UInt8(ascii: ".") }
    }

    private static func isOperator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "~"),
            UInt8(ascii: "^"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "("), UInt8(ascii: ")"):
            true
        default: false
        }
    }

    private static func next(_ rest: inout ArraySlice<UInt8>) -> RangeToken {
        let first = rest[rest.startIndex]
        if first == UInt8(ascii: "<") || first == UInt8(ascii: ">") {
            rest = rest.dropFirst()
            let orEqual = rest.first == UInt8(ascii: "=")
            if orEqual { rest = rest.dropFirst() }
            if first == UInt8(ascii: "<") { return .comparison(orEqual ? .atMost : .below) }
            return .comparison(orEqual ? .atLeast : .above)
        }
        var end = rest.startIndex
        while end < rest.endIndex, !rest[end].isBlank, !isOperator(rest[end]), !startsWithEllipsis(rest[end...]) {
            end += 1
        }
        defer { rest = rest[end...] }
        return .word(rest[..<end])
    }
}
