/// A mistake in a range.
struct RangeProblem: Error {
    /// The mistake and its remedy. It continues a message such as "The range is not readable:".
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The mistake for an operator that only other tools have; `nil` for other characters.
    init?(unsupportedOperator sign: UInt8, noun: String) {
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
