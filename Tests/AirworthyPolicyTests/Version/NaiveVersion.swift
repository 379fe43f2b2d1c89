import AirworthyPolicy

/// A naive reference for versions: arrays of decimal text, without sort keys.
struct NaiveVersion {
    var parts: [String]
    var suffix: String?

    var text: String { parts.joined(separator: ".") + (suffix.map { "-" + $0 } ?? "") }
    var plain: NaiveVersion { NaiveVersion(parts: parts, suffix: nil) }

    func order(_ other: NaiveVersion) -> Int {
        for index in 0..<max(parts.count, other.parts.count) {
            let order = Self.compareDecimal(
                index < parts.count ? parts[index] : "0", index < other.parts.count ? other.parts[index] : "0")
            if order != 0 { return order }
        }
        switch (suffix, other.suffix) {
        case (nil, nil): return 0
        case (nil, _): return 1
        case (_, nil): return -1
        case (let mine?, let theirs?): return Self.compareSuffix(Array(mine), Array(theirs))
        }
    }

    static func compareDecimal(_ a: String, _ b: String) -> Int {
        let (x, y) = (a.drop { $0 == "0" }, b.drop { $0 == "0" })
        if x.count != y.count { return x.count < y.count ? -1 : 1 }
        return x == y ? 0 : x < y ? -1 : 1
    }

    private static func compareSuffix(_ a: [Character], _ b: [Character]) -> Int {
        guard let x = a.first else { return b.isEmpty ? 0 : -1 }
        guard let y = b.first else { return 1 }
        if x.isNumber && y.isNumber {
            let (m, n) = (a.prefix { $0.isNumber }, b.prefix { $0.isNumber })
            let order = compareDecimal(String(m), String(n))
            return order != 0 ? order : compareSuffix(Array(a.dropFirst(m.count)), Array(b.dropFirst(n.count)))
        }
        if x.isNumber != y.isNumber { return x.isNumber ? -1 : 1 }
        if x != y { return x.asciiValue! < y.asciiValue! ? -1 : 1 }
        return compareSuffix(Array(a.dropFirst()), Array(b.dropFirst()))
    }

    /// A generator with few distinct values, so that equal and neighbouring versions are frequent.
    static func random(using generator: inout SeededGenerator, suffixes: Bool = true) -> NaiveVersion {
        let small = ["0", "0", "1", "1", "2", "9", "10", "01", "00"]
        let isLong = generator.oneIn(10)
        let pool = isLong ? small : small + ["18446744073709551615", "18446744073709551616"]
        let parts = (0..<Int.random(in: 1...(isLong ? 12 : 4), using: &generator)).map { _ in generator.pick(pool) }
        guard suffixes, generator.oneIn(3) else { return NaiveVersion(parts: parts, suffix: nil) }
        let words = ["a", "b", "beta", "1", "10", "9", "01", "0", "-", "_", "+", ".x", "RC", "99999999999999999999"]
        let suffix = (0..<Int.random(in: 1...2, using: &generator)).map { _ in generator.pick(words) }.joined()
        return NaiveVersion(parts: parts, suffix: suffix)
    }
}

/// A naive reference for ranges: a tree that is evaluated by the definition of each form.
enum NaiveRange {
    enum Sign: String, CaseIterable {
        case below = "<", atMost = "<=", equal = "", atLeast = ">=", above = ">"

        func holds(_ order: Int) -> Bool {
            switch self {
            case .below: order < 0
            case .atMost: order <= 0
            case .equal: order == 0
            case .atLeast: order >= 0
            case .above: order > 0
            }
        }
    }
    enum Condition {
        case compare(Sign, NaiveVersion)
        case latest(Sign)
        case closed(NaiveVersion, NaiveVersion)
        case wildcard([String])
    }

    case all([Condition])
    case exact(NaiveVersion, builds: [Condition])
    case builds([Condition])

    var text: String {
        switch self {
        case .all(let conditions): conditions.map(\.text).joined(separator: " ")
        case .exact(let version, let builds): "\(version.text) (\(builds.map(\.text).joined(separator: " ")))"
        case .builds(let builds): "(\(builds.map(\.text).joined(separator: " ")))"
        }
    }

    func contains(_ version: NaiveVersion?, _ build: NaiveVersion?, _ latest: LatestRelation) -> Truth {
        switch self {
        case .all(let conditions): .all(conditions) { $0.holds(version, latest) }
        case .exact(let exact, let builds):
            Condition.compare(.equal, exact).holds(version, latest) && .all(builds) { $0.holds(build, latest) }
        case .builds(let builds): .all(builds) { $0.holds(build, latest) }
        }
    }

    static func random(using generator: inout SeededGenerator) -> NaiveRange {
        func some(_ generator: inout SeededGenerator, builds: Bool) -> [Condition] {
            (0..<Int.random(in: 1...3, using: &generator)).map { _ in .random(using: &generator, builds: builds) }
        }
        return switch Int.random(in: 0..<6, using: &generator) {
        case 0: .builds(some(&generator, builds: true))
        case 1: .exact(.random(using: &generator), builds: some(&generator, builds: true))
        default: .all(some(&generator, builds: false))
        }
    }
}

extension NaiveRange.Condition {
    var text: String {
        switch self {
        case .compare(let sign, let bound): sign.rawValue + bound.text
        case .latest(let sign): sign.rawValue + "latest"
        case .closed(let lower, let upper): "\(lower.text)...\(upper.text)"
        case .wildcard(let parts): parts.joined(separator: ".") + ".*"
        }
    }

    func holds(_ value: NaiveVersion?, _ latest: LatestRelation) -> Truth {
        guard let value else { return .undecided }
        switch self {
        case .compare(.below, let bound) where bound.suffix == nil: return Truth(value.plain.order(bound) < 0)
        case .compare(let sign, let bound): return Truth(sign.holds(value.order(bound)))
        case .closed(let lower, let upper): return Truth(value.order(lower) >= 0 && value.order(upper) <= 0)
        case .wildcard(let parts):
            // The numbers start alike and no beta of the first one: nothing is incremented here.
            let alike = parts.indices.allSatisfy {
                NaiveVersion.compareDecimal($0 < value.parts.count ? value.parts[$0] : "0", parts[$0]) == 0
            }
            return Truth(alike && value.order(NaiveVersion(parts: parts, suffix: nil)) >= 0)
        case .latest(let sign):
            switch latest {
            case .older: return Truth(sign.holds(-1))
            case .same: return Truth(sign.holds(0))
            case .newer: return Truth(sign.holds(1))
            case .unknown: return .undecided
            }
        }
    }

    static func random(using generator: inout SeededGenerator, builds: Bool) -> Self {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
            return .closed(
                .random(using: &generator, suffixes: !builds), .random(using: &generator, suffixes: !builds))
        case 1: return .wildcard(NaiveVersion.random(using: &generator).parts)
        case 2 where !builds: return .latest(generator.pick(NaiveRange.Sign.allCases))
        default:
            return .compare(
                generator.pick(NaiveRange.Sign.allCases), .random(using: &generator, suffixes: !builds))
        }
    }
}

extension Truth {
    static func all<Item>(_ items: [Item], _ holds: (Item) -> Truth) -> Truth {
        items.reduce(.true) { $0 && holds($1) }
    }
}
