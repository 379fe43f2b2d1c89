import Airworthy
import AirworthyPolicy
import Foundation
import Testing

/// What pages say of the rules they show.
@Suite(.timeLimit(.minutes(1))) struct PageRulesTests {
    private let world = FakeWorld()

    /// The client of a page on this device, once the App Store said that it has a version since some day.
    private func told(
        _ rules: String, installed: String, store: String, since published: String = "2026-11-01T00:00:00Z"
    ) async throws -> Decision {
        let policy = try Policy(json: Array(rules.utf8))
        world.serve(Samples.appStore, Samples.lookup(store, publishedAt: published))
        let airworthy = world.launch(
            Setup(policy: [.rules(policy)], releases: .appStore(id: 42)), version: installed, storefront: "JP")
        _ = await airworthy.check()
        return airworthy.decision
    }

    @Test(arguments: [
        ("1.9", "3.0", Decision.Status.required), ("2.0", "2.1", .recommended), ("2.0.0", "2.0.1", .recommended),
        ("2.1", "2.1", .ok), ("2.2", "2.1", .ok),
    ])
    func `who comes from Siren forces major versions only`(
        installed: String, store: String, status: Decision.Status
    ) async throws {
        let decision = try await told(Prompting.rules, installed: installed, store: store)
        #expect(decision.status == status)
        if status == .recommended { #expect(decision.skippable && decision.remind == .daily) }
    }

    @Test func `who comes from Siren forces nobody on the first day`() async throws {
        let decision = try await told(Prompting.rules, installed: "1.9", store: "3.0", since: "2026-11-20T09:00:00Z")
        #expect(!decision.blocking)
    }

    @Test(arguments: [
        ("2.2.0", "2.2.1", Decision.Status.required), ("2.2.0", "2.2.0", .requiredUnavailable),
        ("2.1.9", "2.2.1", .recommended), ("2.2.1", "2.2.1", .ok),
    ])
    func `rules in code block the broken version once there is another`(
        installed: String, store: String, status: Decision.Status
    ) async throws {
        let rules = Rules.text.replacingOccurrences(of: "6504763618", with: "42")
        let decision = try await told(rules, installed: installed, store: store)
        #expect(decision.status == status)
        #expect(decision.blocking == (status == .required))
    }

    @Test(arguments: SnippetTests.pages.filter { $0.hasPrefix("Sources/") })
    func `files that pages show are read without a complaint`(_ page: String) throws {
        for block in Snippet.blocks(of: try SnippetTests.text(page), in: "json") {
            let bytes = Array(block.utf8)
            let kind = DocumentKind(of: try JSONReader.read(bytes))
            let findings =
                LegacyFormat(kind).map { $0.read(json: bytes, appleID: 42).findings }
                ?? PolicyReader.read(json: bytes).findings
            #expect(findings.filter { $0.severity != .note } == [], "\(page):\n\(block)")
        }
    }
}
