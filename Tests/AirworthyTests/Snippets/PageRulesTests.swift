import Airworthy
import AirworthyAuthoring
import AirworthyPolicy
import Foundation
import Testing

/// The behaviour of the rules on pages, as described there.
@Suite(.timeLimit(.minutes(5))) struct PageRulesTests {
    private let world = FakeWorld()

    /// Returns the decision of a page's rules after the App Store has listed a version.
    private func decision(
        of rules: String, installed: String, store: String, since published: String = "2026-11-01T00:00:00Z"
    ) async throws -> Decision {
        let policy = try Policy(json: Array(rules.utf8))
        world.serve(Samples.lookup(store, publishedAt: published), at: Samples.appStore)
        let airworthy = world.launch(
            Airworthy.Setup(policy: [.rules(policy)], releases: .appStore(id: 42)), version: installed, storefront: "JP"
        )
        _ = await airworthy.check()
        return airworthy.decision
    }

    @Test(arguments: [
        ("1.9", "3.0", Decision.Status.required), ("2.0", "2.1", .recommended), ("2.0.0", "2.0.1", .recommended),
        ("2.1", "2.1", .ok), ("2.2", "2.1", .ok),
    ])
    func `the rules on the Siren page require major updates and recommend others`(
        installed: String, store: String, status: Decision.Status
    ) async throws {
        let decision = try await decision(of: Prompting.rules, installed: installed, store: store)
        #expect(decision.status == status)
        if status == .recommended { #expect(decision.skippable && decision.remind == .daily) }
    }

    @Test func `the rules on the Siren page block nobody on the first day of a release`() async throws {
        let decision = try await decision(
            of: Prompting.rules, installed: "1.9", store: "3.0", since: "2026-11-20T09:00:00Z")
        #expect(!decision.blocking)
    }

    @Test(arguments: [
        ("2.2.0", "2.2.1", Decision.Status.required), ("2.2.0", "2.2.0", .requiredUnavailable),
        ("2.1.9", "2.2.1", .recommended), ("2.2.1", "2.2.1", .ok),
    ])
    func `the rules-in-code page blocks the broken version once a newer one is available`(
        installed: String, store: String, status: Decision.Status
    ) async throws {
        let rules = Rules.text.replacingOccurrences(of: "6504763618", with: "42")
        let decision = try await decision(of: rules, installed: installed, store: store)
        #expect(decision.status == status)
        #expect(decision.blocking == (status == .required))
    }

    @Test(arguments: SnippetTests.pages.filter { $0.hasPrefix("Sources/") })
    func `JSON documents on pages are read without errors or warnings`(_ page: String) throws {
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
