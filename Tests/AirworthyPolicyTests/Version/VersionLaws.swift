import AirworthyPolicy
import Testing

@Suite struct VersionLaws {
    @Test func `the version order is total and transitive, and agrees with equality, hash and a naive reference`()
        throws
    {
        var generator = SeededGenerator()
        var equal = 0
        for _ in 0..<SeededGenerator.cases {
            let naive = (0..<3).map { _ in NaiveVersion.random(using: &generator) }
            let read = try naive.map { try AppVersion($0.text) }
            let (a, b, c) = (read[0], read[1], read[2])
            let note: Comment = "\(a), \(b), \(c); seed \(SeededGenerator.seed)"
            #expect([a < b, a == b, a > b].filter(\.self).count == 1, note)
            #expect((a < b) == (b > a), note)
            if a <= b && b <= c { #expect(a <= c, note) }
            if a == b {
                equal += 1
                #expect(a.hashValue == b.hashValue, note)
            }
            let order = naive[0].order(naive[1])
            #expect(a < b ? order < 0 : a > b ? order > 0 : order == 0, note)
            let numeric = naive[0].plain.order(naive[1].plain)
            #expect(a.numericOrder(with: b) == (numeric < 0 ? .lower : numeric > 0 ? .higher : .equal), note)
            #expect((a.firstDifferingComponent(from: b) == nil) == (numeric == 0), note)
        }
        #expect(equal * 200 >= SeededGenerator.cases, "too few equal pairs for a meaningful result")
    }

    @Test func `a version read from its description is equal`() throws {
        var generator = SeededGenerator()
        for _ in 0..<SeededGenerator.cases {
            let version = NaiveVersion.random(using: &generator)
            #expect(try AppVersion(" " + version.text + "\n").description == version.text)
            #expect(try BuildNumber(version.plain.text).description == version.plain.text)
            let range = NaiveRange.random(using: &generator).text
            #expect(try VersionRange(range).description == range)
        }
    }

    @Test func `random ranges contain the same versions as a naive reference`() throws {
        var generator = SeededGenerator()
        var seen: [Truth: Int] = [:]
        for _ in 0..<SeededGenerator.cases {
            let sample = Sample(using: &generator)
            let naive = (0..<(generator.oneIn(4) ? 2 : 1)).map { _ in NaiveRange.random(using: &generator) }
            let read = try naive.map { try VersionRange($0.text) }
            let range = read.count == 1 ? read[0] : .any(read)
            let truth = try sample.isIn(range)
            let expected = naive.reduce(Truth.false) {
                $0 || $1.contains(sample.version, sample.build, sample.latest)
            }
            seen[truth, default: 0] += 1
            #expect(truth == expected, "\(range), \(sample); seed \(SeededGenerator.seed)")
        }
        for truth in Truth.allCases {
            #expect(seen[truth, default: 0] * 100 >= SeededGenerator.cases, "\(truth) is too rare to mean anything")
        }
    }

    @Test func `empty ranges contain no version and disjoint ranges share none`() throws {
        var generator = SeededGenerator()
        var (empty, disjoint) = (0, 0)
        for _ in 0..<SeededGenerator.cases {
            let a = try VersionRange(NaiveRange.random(using: &generator).text)
            let b = try VersionRange(NaiveRange.random(using: &generator).text)
            empty += a.isEmpty ? 1 : 0
            disjoint += a.isDisjoint(from: b) ? 1 : 0
            #expect(a.isDisjoint(from: b) == b.isDisjoint(from: a))
            guard a.isEmpty || a.isDisjoint(from: b) else { continue }
            var samples = (0..<4).map { _ in Sample(using: &generator) }
            for bound in a.explicitBounds + b.explicitBounds {
                for text in [bound.description, bound.description + "-a"] {
                    samples.append(Sample(version: NaiveVersion(parts: [text], suffix: nil), using: &generator))
                }
            }
            for sample in samples where (try? AppVersion(sample.version?.text ?? "0")) != nil {
                let note: Comment = "\(a) and \(b), \(sample); seed \(SeededGenerator.seed)"
                let inA = try sample.isIn(a)
                if a.isEmpty { #expect(inA != .true, note) }
                if a.isDisjoint(from: b) { #expect(try inA != .true || sample.isIn(b) != .true, note) }
            }
        }
        #expect(empty * 100 >= SeededGenerator.cases && disjoint * 100 >= SeededGenerator.cases, "too rare")
    }

    @Test func `random bytes never crash the version parsers`() throws {
        var generator = SeededGenerator()
        let likely = Array("0123456789..--<>=()*** \t\nlatest,|!~^+_x\0é".utf8)
        let words = ["...", "latest", "<", ">=", "2.2", "1.0-b", "(", ")", " ", ".*", "310", "-", "99999999999999"]
        var readable = 0
        for _ in 0..<SeededGenerator.cases {
            let length = Int.random(in: 0...24, using: &generator)
            let text: String
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: text = String(decoding: (0..<length).map { _ in generator.pick(0...UInt8.max) }, as: UTF8.self)
            case 1: text = String(decoding: (0..<length).map { _ in generator.pick(likely) }, as: UTF8.self)
            default: text = (0..<length / 3).map { _ in generator.pick(words) }.joined()
            }
            if let version = try? AppVersion(text) { #expect(try AppVersion(version.description) == version) }
            if let build = try? BuildNumber(text) { #expect(try BuildNumber(build.description) == build) }
            if let builds = try? BuildRange(text) { #expect(try BuildRange(builds.description) == builds) }
            guard let range = try? VersionRange(text) else { continue }
            readable += 1
            #expect(try VersionRange(range.description) == range)
            _ = try Sample(using: &generator).isIn(range)
        }
        #expect(readable * 100 >= SeededGenerator.cases, "too few readable ranges for a meaningful result")
    }
}

/// Random installation values for a range; some are missing.
private struct Sample {
    let version: NaiveVersion?, build: NaiveVersion?, latest: LatestRelation

    init(using generator: inout SeededGenerator) {
        self.init(version: generator.oneIn(8) ? nil : .random(using: &generator), using: &generator)
    }

    init(version: NaiveVersion?, using generator: inout SeededGenerator) {
        self.version = version
        build = generator.oneIn(4) ? nil : .random(using: &generator, suffixes: false)
        latest = generator.pick(LatestRelation.allCases)
    }

    func isIn(_ range: VersionRange) throws -> Truth {
        try range.contains(
            version: version.map { try AppVersion($0.text) }, build: build.map { try BuildNumber($0.text) },
            latest: { latest })
    }
}
