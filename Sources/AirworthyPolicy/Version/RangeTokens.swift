/// A word, operator or ellipsis of a range.
enum RangeToken: Equatable {
    case comparison(Comparison)
    case word(ArraySlice<UInt8>)
    case ellipsis

    /// Splits the text of a range without parentheses.
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
            if startsWithDots(rest) {
                tokens.append(.ellipsis)
                rest = rest.dropFirst(3)
            } else if let problem = RangeProblem(sign: first, noun: noun) {
                throw problem
            } else {
                if case .word = tokens.last, rest.startIndex == start {
                    throw RangeProblem("put a space between two conditions, as in `>=2.2 <2.3`.")
                }
                tokens.append(next(&rest))
            }
        }
        if tokens.isEmpty { throw RangeProblem("a \(noun) range cannot be empty; write one such as \(example).") }
        return tokens
    }

    private static func startsWithDots(_ text: ArraySlice<UInt8>) -> Bool {
        text.count >= 3 && text.prefix(3).allSatisfy { $0 == UInt8(ascii: ".") }
    }

    private static func isSign(_ byte: UInt8) -> Bool {
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
        while end < rest.endIndex, !rest[end].isBlank, !isSign(rest[end]), !startsWithDots(rest[end...]) { end += 1 }
        defer { rest = rest[end...] }
        return .word(rest[..<end])
    }
}

/// A mistake in a range, as the end of a sentence.
struct RangeProblem: Error {
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }

    /// The mistake for an operator that only other tools have.
    fileprivate init?(sign: UInt8, noun: String) {
        switch sign {
        case UInt8(ascii: "="):
            self.init("equality needs no operator; write the \(noun) alone, and `>=` or `<=` with the `=` last.")
        case UInt8(ascii: "!"): self.init("there is no operator for *not*; put the range under `not`.")
        case UInt8(ascii: "~"): self.init("`~` is not supported; write `2.2.*`, or both bounds as in `>=2.2 <3`.")
        case UInt8(ascii: "^"): self.init("`^` is not supported; write `2.*`, or both bounds as in `>=2.2 <3`.")
        case UInt8(ascii: "|"), UInt8(ascii: ","), UInt8(ascii: ";"):
            self.init("use a list for *or*, as in `[\"2.2.0\", \"<1.4\"]`.")
        case UInt8(ascii: "&"): self.init("a space means *and*, as in `>=2.2 <2.3`.")
        case UInt8(ascii: "("), UInt8(ascii: ")"):
            self = noun == "build" ? Self("write the build alone, without parentheses.") : .misplacedBuild
        default: return nil
        }
    }

    static let tooLong = RangeProblem("it is longer than \(VersionRange.maximumLength) characters.")
    static let misplacedBuild = RangeProblem(
        "a build in parentheses follows an exact version, as in `2.2.0 (310)`, or is used alone, as in `(310)`.")
}
