import AirworthyPolicy
import Foundation
import ServerSupport
import Testing

@testable import ReleaseCatalog

/// Laws that hold for any observations, tested with random ones.
@Suite struct ReleaseDataLaws {
    private static let storefronts = [jp, us, Storefront("DE")!]

    /// Returns one observation of each source.
    private func round(_ random: inout Seeded) -> [Observation] {
        let states = [
            "READY_FOR_DISTRIBUTION", "REPLACED_WITH_NEW_VERSION", "IN_REVIEW", "PREPARE_FOR_SUBMISSION", "IN_ORBIT",
        ]
        let betas = ["IN_BETA_TESTING", "IN_BETA_REVIEW", "EXPIRED", "IN_ORBIT", nil]
        let platforms: [Platform] = [.ios, .macos]
        let builds = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            build(
                "\(Int.random(in: 1...6, using: &random))", version: "1.\(Int.random(in: 0...3, using: &random))",
                on: platforms.randomElement(using: &random)!, internal: betas.randomElement(using: &random)!,
                external: betas.randomElement(using: &random)!
            ) { $0.isExpired = Int.random(in: 0...4, using: &random) == 0 }
        }
        let versions = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            store(
                "1.\(Int.random(in: 0...4, using: &random))", state: states.randomElement(using: &random)!,
                on: platforms.randomElement(using: &random)!, build: "\(Int.random(in: 1...6, using: &random))")
        }
        var observations: [Observation] = [
            .listing(builds, versions: versions, isComplete: Bool.random(using: &random))
        ]
        for storefront in Self.storefronts {
            let release = onSale(
                "1.\(Int.random(in: 0...4, using: &random))", on: platforms.randomElement(using: &random)!,
                publishedAt: Bool.random(using: &random) ? t0 : nil)
            observations.append(.lookup(storefront, Int.random(in: 0...5, using: &random) == 0 ? nil : release))
        }
        if Int.random(in: 0...3, using: &random) == 0 {
            observations.append(
                .manual(
                    Catalog(releases: [
                        onSale("1.\(Int.random(in: 0...5, using: &random))"),
                        Release(
                            platform: .ios, version: version("1.2"), build: number("3"),
                            offers: [Offer(channel: .testflight(nil))]),
                    ])))
        }
        if Int.random(in: 0...5, using: &random) == 0 {
            observations.append(
                .order(.withdraw(version("1.\(Int.random(in: 0...4, using: &random))"), build: nil, platform: .ios)))
        }
        return observations
    }

    @Test(arguments: UInt64(0)..<15)
    func `the result does not depend on the order in which sources answer`(_ seed: UInt64) {
        var random = Seeded(seed)
        var straight = ReleaseData(app: "hashtags")
        var shuffled = straight
        for step in 0..<12 {
            let time = Double(step) * 13 * hour
            let observations = round(&random)
            for observation in observations { straight.observe(observation, at: time) }
            for observation in observations.shuffled(using: &random) { shuffled.observe(observation, at: time) }
            #expect(straight.merged(Self.storefronts, at: time) == shuffled.merged(Self.storefronts, at: time))
        }
    }

    @Test(arguments: UInt64(100)..<112)
    func `the same answers again and a restart change nothing`(_ seed: UInt64) {
        var random = Seeded(seed)
        var data = ReleaseData(app: "hashtags")
        for step in 0..<12 {
            let time = Double(step) * 13 * hour
            for observation in round(&random) {
                data.observe(observation, at: time)
                if case .connect(let listing) = observation, listing.isComplete {
                    // The second complete listing drops missing items, so it is not a repetition.
                    data.observe(observation, at: time)
                }
                let before = data
                #expect(data.observe(observation, at: time) == [])
                #expect(data.records == before.records)
                #expect(data.merged(Self.storefronts, at: time) == before.merged(Self.storefronts, at: time))
            }
            let restarted = ReleaseData(app: "hashtags", records: data.records)
            #expect(restarted.problems == [])
            #expect(restarted.merged(Self.storefronts, at: time) == data.merged(Self.storefronts, at: time))
            data = restarted
        }
    }

    @Test(arguments: UInt64(200)..<210)
    func `random lookups within three days never lower a version, and the merged catalog can be read again`(
        _ seed: UInt64
    ) throws {
        var random = Seeded(seed)
        var data = ReleaseData(app: "hashtags")
        var highest: [Storefront: AppVersion] = [:]
        for step in 0..<200 {
            // Answers of different caches within less than three days.
            let time = Double(step) * hour / 3
            let storefront = Self.storefronts.randomElement(using: &random)!
            let shown = version("1.\(Int.random(in: 0...9, using: &random))")
            data.observe(.lookup(storefront, onSale(shown.description)), at: time)
            highest[storefront] = max(highest[storefront] ?? shown, shown)
            let merged = data.merged(Self.storefronts, at: time)
            for (storefront, version) in highest { #expect(merged.onSale(in: storefront) == version.description) }
        }
        // The merged catalog can be stored and read again.
        let merged = data.merged(Self.storefronts, at: 70 * hour)
        let (read, findings) = CatalogReader.read(json: merged.bytes)
        #expect(read == merged.catalog && findings.isEmpty)
    }
}
