import AirworthyAuthoring
import AirworthyPolicy
import Testing

struct PrinceLawTests {
    /// Each file is several cases: entries, and devices for each.
    private static let files = SeededGenerator.cases / 8

    @Test func `an imported file decides like the format's own clients`() throws {
        var random = SeededGenerator()
        for _ in 0..<Self.files {
            let entries = NaivePrince.entries(&random)
            let file = LegacyFormat.princeOfVersions.read(text: JSONValue.object(["ios2": .array(entries)]).jsonText())
            try check(file, entries, &random)
        }
    }

    @Test func `an imported file can be written and reads the same again`() throws {
        var random = SeededGenerator()
        for _ in 0..<Self.files {
            let root: JSONValue = [
                "ios": .array(NaivePrince.entries(&random)), "macos2": .array(NaivePrince.entries(&random)),
                "meta": ["k": true],
            ]
            let first = LegacyFormat.princeOfVersions.read(text: root.jsonText())
            let policy = try #require(first.policy)
            let (json, findings) = PrinceOfVersions.write(policy, catalog: first.catalog)
            let text = try #require(json, "\(root.jsonText()) \(findings)").jsonText()
            let second = LegacyFormat.princeOfVersions.read(text: text)
            let comment = Comment(rawValue: "seed \(SeededGenerator.seed): \(root.jsonText()) became \(text)")
            #expect(second.policy == policy, comment)
            #expect(second.catalog == first.catalog, comment)
            #expect(PolicyReader.read(json: policy.jsonValue.jsonBytes()).policy == policy, comment)
        }
    }

    @Test func `the v1 object for older clients has the same effect as v2`() throws {
        var random = SeededGenerator()
        var count = 0
        for _ in 0..<Self.files {
            let entries = [NaivePrince.entries(&random)[0]]
            let first = LegacyFormat.princeOfVersions.read(text: JSONValue.object(["ios2": .array(entries)]).jsonText())
            let written = PrinceOfVersions.write(try #require(first.policy), catalog: first.catalog).json
            guard let old = written?["ios"] else { continue }
            count += 1
            let second = LegacyFormat.princeOfVersions.read(text: JSONValue.object(["ios": old]).jsonText())
            try check(second, entries, &random, withRules: false)
        }
        #expect(count > Self.files / 10)
    }

    private func check(
        _ file: LegacyImport, _ entries: [JSONValue], _ random: inout SeededGenerator, withRules: Bool = true
    ) throws {
        for _ in 0..<4 {
            let installed = NaivePrince.version(&random)
            let os = random.pick(["11", "12.0", "15.1", "16.0.1", "17"])
            let attributes = NaivePrince.attributes(&random)
            let device = NaivePrince.Device(
                version: NaivePrince.numbers(installed), os: NaivePrince.numbers(os), attributes: attributes)
            let expected = NaivePrince.outcome(entries, device)
            let decision = try file.decide(installed, os: os, attributes: attributes)
            var offered = decision.update.flatMap { update in
                update.version.map { NaivePrince.numbers($0.description + (update.build.map { "-\($0)" } ?? "")) }
            }
            // A version without a build is satisfied by any build of it that another entry names.
            if expected.offered?.last == 0 { offered?[3] = 0 }
            let mine = NaivePrince.Outcome(
                status: decision.status, offered: offered,
                entry: withRules
                    ? decision.rule.flatMap { Int($0.split(separator: "-")[1]) }.map { $0 - 1 } : expected.entry)
            let file = JSONValue.array(entries).jsonText()
            #expect(
                mine == expected,
                "seed \(SeededGenerator.seed): \(installed) on \(os) with \(attributes): \(file)")
        }
    }
}
