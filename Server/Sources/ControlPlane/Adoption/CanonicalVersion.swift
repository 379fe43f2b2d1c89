/// Gives equal versions one spelling, so that installations of `1.0`, `1.00` and `1` are counted together.
package enum CanonicalVersion {
    /// Returns the usual spelling of a version, build number or system that has no white space around it.
    ///
    /// Two texts that `AppVersion` or `BuildNumber` take for equal have one spelling. It has at least `parts` parts,
    /// such as 3 for `2.1.0`; more zeros at the end are left out.
    package static func text(_ text: String, parts: Int) -> String {
        if isCanonical(text, parts: parts) { return text }
        let halves = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        var numbers = halves[0].split(separator: ".", omittingEmptySubsequences: false).map(withoutLeadingZeros)
        while numbers.count > parts, numbers.last == "0" { numbers.removeLast() }
        while numbers.count < parts { numbers.append("0") }
        let version = numbers.joined(separator: ".")
        return halves.count == 2 ? version + "-" + plainRuns(halves[1]) : version
    }

    /// Whether a text has numbers only, as many as it should, and no zero that could be left out. Most texts are like that.
    private static func isCanonical(_ text: String, parts: Int) -> Bool {
        var (count, length, startsWithZero) = (1, 0, false)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."):
                if length == 0 || startsWithZero && length > 1 { return false }
                (count, length) = (count + 1, 0)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if length == 0 { startsWithZero = byte == UInt8(ascii: "0") }
                length += 1
            default: return false
            }
        }
        if length == 0 || startsWithZero && length > 1 { return false }
        return count == parts || count > parts && !startsWithZero
    }

    private static func withoutLeadingZeros(_ digits: Substring) -> String {
        let rest = digits.drop { $0 == "0" }
        return rest.isEmpty ? "0" : String(rest)
    }

    /// Leaves out the leading zeros of each number in a suffix.
    private static func plainRuns(_ suffix: Substring) -> String {
        var result = ""
        var rest = suffix
        while let first = rest.first {
            let run = rest.prefix { $0.isNumber == first.isNumber }
            result += first.isNumber ? withoutLeadingZeros(run) : String(run)
            rest = rest.dropFirst(run.count)
        }
        return result
    }
}
