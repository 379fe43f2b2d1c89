import AirworthyAuthoring
import AirworthyPolicy
import Testing

struct LegacyFormatTests {
    private static let samples: [(LegacyFormat, String)] = [
        (
            .configJSON,
            #"{"url": "https://apps.apple.com/app/id1", "minimum_version": "1.4", "specific_versions": ["2"]}"#
        ),
        (
            .princeOfVersions,
            #"{"ios": {"minimum_version": "1-2", "latest_version": {"version": "2", "min_sdk": "12"}}, "macos": [{"required_version": "1.2-3", "requirements": {"required_os_version": "12", "a_b": "c"}, "meta": {"k": [1]}},], "meta": null}"#
        ),
        (.princeOfVersions, #"{"android2": []}"#),
        (.launchGate, #"{"ios": {"requiredUpdate": {"minimumVersion": "1.1"}, "alert": {"blocking": true}}}"#),
        (
            .updates,
            #"{"updates": {"check-for": "manually", "version": "2.0", "comparing": "minor", "notify": "twice"}}"#
        ),
        (.updates, #"{"check-for": "never"}"#),
        (.lookup, #"{"resultCount": 1, "results": [{"version": "1.0", "trackId": 4711}]}"#),
    ]

    @Test(arguments: samples)
    func `a document is recognised by its keys`(format: LegacyFormat, text: String) throws {
        let document = try JSONReader.read(text, options: LegacyFormat.readerOptions)
        #expect(LegacyFormat(DocumentKind(of: document)) == format)
    }

    @Test(arguments: [
        #"{"schema": 1, "rules": []}"#, #"{"releases": []}"#, #"{"payload": "", "payloadType": ""}"#, "[]", "{}",
        #"{"policy": {}, "revision": 1}"#,
    ])
    func `Airworthy's own documents have no legacy format`(text: String) throws {
        #expect(LegacyFormat(DocumentKind(of: try JSONReader.read(text))) == nil)
    }

    @Test func `the raw values are the names of the command line`() {
        #expect(
            LegacyFormat.allCases.map(\.rawValue) == [
                "config-json", "prince-of-versions", "launchgate", "updates", "lookup",
            ])
    }

    @Test func `a lookup response gives releases and no rules`() {
        let file = LegacyFormat.lookup.read(text: Self.samples[6].1)
        #expect(file.policy?.rules == [])
        #expect(file.catalog.releases.count == 1)
    }

    @Test func `damaged files never make a reader or a writer trap`() {
        var random = SeededGenerator()
        let words = [
            "null", "{}", "[]", "-1", "1e999", "\"\"", "\"-\"", "\"1--2\"", "\"9999999999999999999999-9\"", "true",
        ]
        for _ in 0..<SeededGenerator.cases {
            let (_, text) = random.pick(Self.samples)
            var bytes = Array(text.utf8)
            for _ in 0..<random.pick([1, 2, 3]) {
                let place = random.pick(bytes.indices)
                if random.oneIn(3) {
                    bytes.replaceSubrange(
                        place..<min(place + random.pick([1, 3, 6]), bytes.count), with: random.pick(words).utf8)
                } else {
                    bytes[place] =
                        random.oneIn(2)
                        ? random.pick(Array("{}[],:\"0-.".utf8)) : UInt8.random(in: 0...255, using: &random)
                }
            }
            for format in LegacyFormat.allCases {
                let file = format.read(json: bytes, appleID: 1)
                let hasErrors = file.findings.contains { $0.severity == .error }
                #expect((file.policy == nil) == hasErrors, "seed \(SeededGenerator.seed)")
                guard let policy = file.policy else { continue }
                _ = ConfigJSON.write(policy)
                let written = PrinceOfVersions.write(policy, catalog: file.catalog)
                #expect((written.json == nil) == written.findings.contains { $0.severity == .error })
            }
        }
    }

    @Test func `deep and long files never make a reader trap`() {
        let deep = #"{"ios": [{"required_version": "1", "meta": "# + String(repeating: "[", count: 5_000)
        let long = String(repeating: "9", count: 100_000)
        let texts = [
            deep, #"{"ios": [{"required_version": "\#(long)"}]}"#, #"{"ios": [{"required_version": "1-\#(long)"}]}"#,
        ]
        for text in texts {
            for format in LegacyFormat.allCases { #expect(format.read(text: text).policy == nil) }
        }
    }
}
