/// The conditions of a range without parentheses. They form a single interval, because a space means *and*.
struct RangeConditions<Bound: RangeBound> {
    /// The intersection of the bounds; `nil` if the range has none.
    private(set) var interval: KeyInterval?
    /// The intersection of the conditions with `latest`.
    private(set) var relations = LatestRelations.all
    /// Each written bound, and the upper end of a wildcard.
    private(set) var bounds: [Bound] = []
    /// Whether the range is a single exact bound, which a build may follow.
    private(set) var isExact = false

    init(_ text: ArraySlice<UInt8>) throws(RangeProblem) {
        let tokens = try RangeToken.tokens(text, noun: Bound.noun, example: Bound.example)
        var rest = tokens[...]
        while let token = rest.popFirst() {
            let follows = rest.first == .ellipsis
            switch token {
            case .word(let word) where follows:
                rest.removeFirst()
                guard case .word(let end)? = rest.popFirst() else {
                    throw RangeProblem("the upper end is missing; write `>=` for a range without one.")
                }
                if rest.first == .ellipsis { throw RangeProblem("a single `...` connects two bounds.") }
                try add(.atLeast, bound: word)
                try add(.atMost, bound: end)
            case .word(let word):
                if word.contains(UInt8(ascii: "*")) {
                    try addWildcard(word)
                } else {
                    try add(.exactly, bound: word)
                    isExact = tokens.count == 1 && !bounds.isEmpty
                }
            case .comparison(let comparison):
                guard case .word(let word)? = rest.popFirst() else {
                    throw RangeProblem("a \(Bound.noun) is missing after `\(comparison.rawValue)`.")
                }
                if rest.first == .ellipsis {
                    throw RangeProblem(
                        "`...` connects two bounds without `\(comparison.rawValue)`, as in `1.0...1.9.9`.")
                }
                try add(comparison, bound: word)
            case .ellipsis:
                throw RangeProblem("the lower end is missing; write `<=` for a range without one.")
            }
        }
    }

    private mutating func add(_ comparison: Comparison, bound word: ArraySlice<UInt8>) throws(RangeProblem) {
        if word.count == 6, word.elementsEqual("latest".utf8) {
            guard Bound.allowsLatest else {
                throw RangeProblem("`latest` is a version; a \(Bound.noun) is compared with a number.")
            }
            relations.formIntersection(comparison.relations)
            return
        }
        if word.contains(UInt8(ascii: "*")) {
            throw RangeProblem("`*` is only allowed at the end of a range of its own, as in `2.2.*`.")
        }
        let bound = try Self.bound(word)
        bounds.append(bound)
        narrow(comparison.interval(bound))
    }

    private mutating func addWildcard(_ word: ArraySlice<UInt8>) throws(RangeProblem) {
        if word.count == 1 {
            throw RangeProblem("the range matches everything; leave the condition out.")
        }
        let stem = word.dropLast(2)
        guard word.suffix(2).elementsEqual(".*".utf8), !stem.contains(UInt8(ascii: "*")) else {
            throw RangeProblem("`*` replaces the last number, as in `2.2.*`.")
        }
        let lower = try Self.bound(stem)
        let next = Self.incremented(stem)
        guard !lower.hasSuffix, let end = VersionKey(text: next[...], allowsSuffix: false) else {
            throw RangeProblem("`*` follows numbers only, as in `2.2.*`.")
        }
        bounds.append(lower)
        if let upper = try? Bound(bytes: next[...]) { bounds.append(upper) }
        narrow(Comparison.atLeast.interval(lower))
        narrow(KeyInterval(to: .before(end.numericFloor)))
    }

    private mutating func narrow(_ other: KeyInterval) {
        interval = interval?.intersection(other) ?? other
    }

    private static func bound(_ word: ArraySlice<UInt8>) throws(RangeProblem) -> Bound {
        do throws(VersionError) {
            return try Bound(bytes: word)
        } catch {
            let end = word.last.map { $0 | 0x20 } == UInt8(ascii: "x") ? " For any number there, write `*`." : ""
            throw RangeProblem(error.message + end)
        }
    }

    /// Adds one to the last number in decimal text, which cannot overflow.
    private static func incremented(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(text)
        var index = digits.endIndex
        while index > digits.startIndex, digits[index - 1].isDigit {
            index -= 1
            if digits[index] != UInt8(ascii: "9") {
                digits[index] += 1
                return digits
            }
            digits[index] = UInt8(ascii: "0")
        }
        digits.insert(UInt8(ascii: "1"), at: index)
        return digits
    }
}
