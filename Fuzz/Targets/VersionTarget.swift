import AirworthyPolicy

extension FuzzTarget {
    /// Versions and builds: up to three lines, compared with each other.
    static let version = FuzzTarget(name: "version") { bytes in
        let texts = lines(of: bytes, count: 3).prefix(3)
        let versions = texts.compactMap { try? AppVersion($0) }
        let builds = texts.compactMap { try? BuildNumber($0) }
        for version in versions {
            let again = try? AppVersion(version.description)
            check(again == version && again?.description == version.description, "a description is read as the same")
        }
        for build in builds {
            let again = try? BuildNumber(build.description)
            check(again == build && again?.description == build.description, "a description is read as the same")
        }
        checkOrder(versions)
        checkOrder(builds)
        checkNumericOrder(versions)
        for left in builds {
            for right in builds {
                let first = expect(try? AppVersion(left.description), "a build can be read as a version")
                let second = expect(try? AppVersion(right.description), "a build can be read as a version")
                check(
                    VersionOrder(comparing: left, to: right) == VersionOrder(comparing: first, to: second),
                    "builds order as versions do")
            }
        }
    }

    private static func checkOrder<Value: Comparable & Hashable>(_ values: [Value]) {
        for left in values {
            for right in values {
                let holding = [left < right, left == right, right < left].filter { $0 }
                check(holding.count == 1, "one of <, == and > holds")
                if left == right { check(left.hashValue == right.hashValue, "equal values have equal hashes") }
                for last in values where left < right && right < last {
                    check(left < last, "order is transitive")
                }
            }
        }
    }

    private static func checkNumericOrder(_ versions: [AppVersion]) {
        for left in versions {
            for right in versions {
                let order = left.numericOrder(with: right)
                check(order == naiveOrder(of: left, to: right), "the numeric order matches the naive one")
                let step = left.firstDifferingComponent(from: right)
                check(
                    step == right.firstDifferingComponent(from: left), "the step has the same size in both directions")
                check((step == nil) == (order == .equal), "there is a step unless the numbers are equal")
                if order != .equal {
                    check(VersionOrder(comparing: left, to: right) == order, "numbers count before suffixes")
                }
                if order == .equal, left.hasSuffix != right.hasSuffix {
                    check((left < right) == left.hasSuffix, "a suffix is lower")
                }
            }
        }
    }

    /// Compares the numbers as padded decimal text.
    private static func naiveOrder(of left: AppVersion, to right: AppVersion) -> VersionOrder {
        func numbers(_ version: AppVersion) -> [String] {
            version.description.prefix { $0 != "-" }.split(separator: ".").map { part in
                let digits = String(part.drop { $0 == "0" })
                return String(repeating: "0", count: 128 - digits.count) + digits
            }
        }
        var (first, second) = (numbers(left), numbers(right))
        let zero = String(repeating: "0", count: 128)
        while first.count < second.count { first.append(zero) }
        while second.count < first.count { second.append(zero) }
        return first == second ? .equal : first.lexicographicallyPrecedes(second) ? .lower : .higher
    }
}
