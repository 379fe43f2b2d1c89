import AirworthyPolicy

extension FuzzTarget {
    /// Ranges: two lines with ranges, one with a version, one with a build.
    static let range = FuzzTarget(name: "range") { bytes in
        let texts = lines(bytes, 4)
        let build = try? BuildNumber(texts[3])
        checkBuildRanges(texts, build)
        guard let range = try? VersionRange(texts[0]) else { return }
        let again = try? VersionRange(range.description)
        check(again == range && again?.description == range.description, "a description is read as the same")
        check(again?.explicitBounds == range.explicitBounds, "a range read anew has the same bounds")
        check(!range.mentionsLatest || range.description.contains("latest"), "latest is mentioned where it stands")

        let version = try? AppVersion(texts[2])
        for relation in [LatestRelation.older, .same, .newer, .unknown] {
            let answer = range.contains(version: version, build: build) { relation }
            if range.isEmpty { check(answer != .true, "nothing lies in an empty range") }
            checkMissingFacts(range, version, build, relation, answer)
            guard let other = try? VersionRange(texts[1]) else { continue }
            let second = other.contains(version: version, build: build) { relation }
            check(range.isDisjoint(from: other) == other.isDisjoint(from: range), "being apart is mutual")
            if range.isDisjoint(from: other) {
                check(answer != .true || second != .true, "nothing lies in two ranges that are apart")
            }
            let union = VersionRange.any([range, other])
            check(
                union.contains(version: version, build: build) { relation } == either(answer, second),
                "a list is an or")
        }
        for bound in range.explicitBounds {
            check((try? AppVersion(bound.description)) == bound, "a bound is a version")
        }
    }

    /// A fact that is missing may leave the answer open, but never turn it round.
    private static func checkMissingFacts(
        _ range: VersionRange, _ version: AppVersion?, _ build: BuildNumber?, _ relation: LatestRelation,
        _ answer: Truth
    ) {
        let poorer = [
            range.contains(version: nil, build: build) { relation },
            range.contains(version: version, build: nil) { relation },
            range.contains(version: version, build: build) { .unknown },
            range.contains(version: nil, build: nil) { .unknown },
        ]
        for truth in poorer { check(truth == .undecided || truth == answer, "a missing fact turns nothing round") }
    }

    private static func either(_ left: Truth, _ right: Truth) -> Truth {
        if left == .true || right == .true { return .true }
        return left == .undecided || right == .undecided ? .undecided : .false
    }

    private static func checkBuildRanges(_ texts: [String], _ build: BuildNumber?) {
        guard let range = try? BuildRange(texts[0]) else { return }
        let again = try? BuildRange(range.description)
        check(again == range && again?.description == range.description, "a description is read as the same")
        if range.isEmpty { check(range.contains(build) != .true, "nothing lies in an empty range") }
        guard let other = try? BuildRange(texts[1]) else { return }
        check(range.isDisjoint(from: other) == other.isDisjoint(from: range), "being apart is mutual")
        if range.isDisjoint(from: other) {
            check(
                range.contains(build) != .true || other.contains(build) != .true,
                "nothing lies in two ranges that are apart")
        }
        let inBrackets = try? VersionRange("(\(range.description))")
        check(
            inBrackets?.contains(version: nil, build: build) { .unknown } == range.contains(build),
            "a range of builds means the same in brackets")
    }
}
