import AirworthyPolicy
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct AssertedOfferTests {
    private func release(_ version: String, _ source: String?) throws -> Release {
        Release(platform: .ios, version: try AppVersion(version), offers: [Offer(channel: .appstore, source: source)])
    }

    private func decide(_ releases: [Release], target: String? = nil) throws -> Decision {
        var effect = Effect(update: .required)
        effect.target = try target.map { try UpdateTarget($0) }
        let rule = Rule(id: "r", when: .version(try VersionRange("<2")), effect: effect)
        let manifest = Manifest(policy: Policy(appleID: 1, rules: [rule]), catalog: Catalog(releases: releases))
        return AirworthyPolicy.decide(
            manifest, for: Installation(version: "1.0", channel: .appstore),
            at: Date(timeIntervalSince1970: 1_790_000_000))
    }

    @Test func `an observed release takes precedence over an asserted one`() throws {
        let decision = try decide([release("3.0", Offer.asserted), release("2.5", "lookup")])
        #expect(decision.update?.version == (try AppVersion("2.5")))
        #expect(decision.update?.evidence == .catalog)
        #expect(decision.newest?.version == (try AppVersion("2.5")))
    }

    @Test func `an asserted release does not replace an observed one that is too old`() throws {
        let decision = try decide([release("3.0", Offer.asserted), release("1.5", "lookup")])
        #expect(decision.status == .requiredUnavailable)
        #expect(decision.reason == .loop)
    }

    @Test(arguments: [(nil, "3.0"), ("2.1", "2.1"), ("2.2", "3.0")] as [(String?, String)])
    func `the target selects one of several asserted releases`(target: String?, offered: String) throws {
        let decision = try decide([release("3.0", Offer.asserted), release("2.1", Offer.asserted)], target: target)
        #expect(decision.status == .required)
        #expect(decision.update?.version == (try AppVersion(offered)))
        #expect(decision.update?.evidence == .asserted)
    }
}
