import Airworthy
import AirworthyPolicy
import Foundation
import Testing

// Pages show these tests, so their claims are tested as well.

// snippet.editor-model
struct EditorModel {
    var features: FeatureSnapshot

    var title: String { features.isEnabled("new-editor") ? "Write" : "Edit" }
}
// snippet.end

private func lookInside(_ airworthy: Airworthy) {
    // snippet.inside
    print(airworthy.summary)
    let whatIf = airworthy.explain(version: "2.2.0")
    print(whatIf.status, whatIf.reason, whatIf.trace.map(String.init(describing:)) ?? "")
    // snippet.end
}

@Suite(.timeLimit(.minutes(5))) struct TestingSnippets {
    // snippet.test-features
    @Test func `the new editor changes the title`() {
        let model = EditorModel(features: FeatureSnapshot(["new-editor": true]))
        #expect(model.title == "Write")
    }
    // snippet.end

    // snippet.test-screen
    @Test func `a required update covers the screen`() {
        let decision = Decision(.required, for: Installation(version: "2.2.0", channel: .appstore))
        let airworthy = Airworthy.preview(decision)
        #expect(airworthy.presentation(.launch).isBlocking)
    }
    // snippet.end

    // snippet.test-rules
    @Test(arguments: [("2.2.0", true), ("2.2.1", false), ("2.1.9", false)])
    func `only the broken version is blocked`(version: String, blocks: Bool) throws {
        let policy = try Policy(
            json: Array(
                """
                {"schema": 1, "rules": [{"when": {"version": "2.2.0"}, "update": "required",
                 "url": "https://apps.apple.com/app/id6504763618"}]}
                """.utf8))
        let installation = Installation(version: version, channel: .appstore)
        let decision = decide(Manifest(policy: policy), for: installation, at: Date(timeIntervalSince1970: 0))
        #expect(decision.blocking == blocks)
    }
    // snippet.end

    // snippet.test-client
    @Test func `an unreachable server blocks nothing`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = Airworthy.Options(
            installation: Installation(version: "2.2.0", channel: .appstore), folder: folder,
            transport: Airworthy.Transport { _ in throw URLError(.notConnectedToInternet) })
        let url = try #require(URL(string: "https://files.example.com/config.json"))
        let airworthy = Airworthy(.config(url), options: options)

        let decision = await airworthy.launchDecision(timeout: 1)

        #expect(!decision.blocking)
        #expect(decision.status == .ok)
    }
    // snippet.end
}
