import AirworthyPolicy

extension FuzzTarget {
    /// Ranges: two lines with ranges, one with a version, one with a build.
    static let range = FuzzTarget(name: "range") { bytes in
        let texts = lines(of: bytes, count: 4)
        let build = try? BuildNumber(texts[3])
        checkBuildRanges(texts, build: build)
        guard let range = try? VersionRange(texts[0]) else { return }
        let again = try? VersionRange(range.description)
        check(again == range && again?.description == range.description, "a description is read as the same")
        check(again?.explicitBounds == range.explicitBounds, "a range that is read again has the same bounds")
        check(!range.mentionsLatest || range.description.contains("latest"), "only a text with latest mentions it")

        let version = try? AppVersion(texts[2])
        for relation in [LatestRelation.older, .same, .newer, .unknown] {
            let answer = range.contains(version: version, build: build) { relation }
            if range.isEmpty { check(answer != .true, "an empty range contains nothing") }
            checkMissingValues(of: range, version: version, build: build, relation: relation, answer: answer)
            guard let other = try? VersionRange(texts[1]) else { continue }
            let second = other.contains(version: version, build: build) { relation }
            check(range.isDisjoint(from: other) == other.isDisjoint(from: range), "being disjoint is symmetric")
            if range.isDisjoint(from: other) {
                check(answer != .true || second != .true, "disjoint ranges contain nothing in common")
            }
            let union = VersionRange.any([range, other])
            check(
                union.contains(version: version, build: build) { relation } == either(answer, second),
                "a list is a union")
        }
        for bound in range.explicitBounds {
            check((try? AppVersion(bound.description)) == bound, "a bound is a version")
        }
    }

    /// Checks that a missing value never reverses the result.
    private static func checkMissingValues(
        of range: VersionRange, version: AppVersion?, build: BuildNumber?, relation: LatestRelation, answer: Truth
    ) {
        let poorer = [
            range.contains(version: nil, build: build) { relation },
            range.contains(version: version, build: nil) { relation },
            range.contains(version: version, build: build) { .unknown },
            range.contains(version: nil, build: nil) { .unknown },
        ]
        for truth in poorer {
            check(truth == .undecided || truth == answer, "a missing value never reverses the result")
        }
    }

    private static func either(_ left: Truth, _ right: Truth) -> Truth {
        if left == .true || right == .true { return .true }
        return left == .undecided || right == .undecided ? .undecided : .false
    }

    private static func checkBuildRanges(_ texts: [String], build: BuildNumber?) {
        guard let range = try? BuildRange(texts[0]) else { return }
        let again = try? BuildRange(range.description)
        check(again == range && again?.description == range.description, "a description is read as the same")
        if range.isEmpty { check(range.contains(build) != .true, "an empty range contains nothing") }
        guard let other = try? BuildRange(texts[1]) else { return }
        check(range.isDisjoint(from: other) == other.isDisjoint(from: range), "being disjoint is symmetric")
        if range.isDisjoint(from: other) {
            check(
                range.contains(build) != .true || other.contains(build) != .true,
                "disjoint ranges contain nothing in common")
        }
        let inBrackets = try? VersionRange("(\(range.description))")
        check(
            inBrackets?.contains(version: nil, build: build) { .unknown } == range.contains(build),
            "a build range means the same in parentheses")
    }
}
