import AirworthyPolicy
import AppStoreConnect
import Foundation
import Testing

@testable import ReleaseCatalog

/// What holds for any answers, tried on many random ones.
@Suite struct ReleaseDataLaws {
    private static let fronts = [jp, us, Storefront("DE")!]

    /// One answer of each source, as of one instant.
    private func round(_ random: inout Seeded) -> [Observation] {
        let states = [
            "READY_FOR_DISTRIBUTION", "REPLACED_WITH_NEW_VERSION", "IN_REVIEW", "PREPARE_FOR_SUBMISSION", "IN_ORBIT",
        ]
        let betas = ["IN_BETA_TESTING", "IN_BETA_REVIEW", "EXPIRED", "IN_ORBIT", nil]
        let platforms: [Platform] = [.ios, .macos]
        let builds = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            build(
                "\(Int.random(in: 1...6, using: &random))", "1.\(Int.random(in: 0...3, using: &random))",
                on: platforms.randomElement(using: &random)!, internal: betas.randomElement(using: &random)!,
                external: betas.randomElement(using: &random)!
            ) { $0.isExpired = Int.random(in: 0...4, using: &random) == 0 }
        }
        let versions = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            store(
                "1.\(Int.random(in: 0...4, using: &random))", states.randomElement(using: &random)!,
                on: platforms.randomElement(using: &random)!, build: "\(Int.random(in: 1...6, using: &random))")
        }
        var observations: [Observation] = [
            .listing(builds, versions, isComplete: Bool.random(using: &random))
        ]
        for front in Self.fronts {
            let release = onSale(
                "1.\(Int.random(in: 0...4, using: &random))", on: platforms.randomElement(using: &random)!,
                publishedAt: Bool.random(using: &random) ? t0 : nil)
            observations.append(.lookup(front, Int.random(in: 0...5, using: &random) == 0 ? nil : release))
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
            observations.append(.order(.withdraw(.ios, version("1.\(Int.random(in: 0...4, using: &random))"), nil)))
        }
        return observations
    }

    @Test(arguments: UInt64(0)..<15)
    func `the order in which sources answer does not matter`(_ seed: UInt64) {
        var random = Seeded(seed)
        var straight = ReleaseData(app: "hashtags")
        var shuffled = straight
        for step in 0..<12 {
            let time = Double(step) * 13 * hour
            let observations = round(&random)
            for observation in observations { straight.hear(observation, time) }
            for observation in observations.shuffled(using: &random) { shuffled.hear(observation, time) }
            #expect(straight.merged(Self.fronts, time) == shuffled.merged(Self.fronts, time))
        }
    }

    @Test(arguments: UInt64(100)..<112)
    func `learning the same again changes nothing, and neither does a restart`(_ seed: UInt64) {
        var random = Seeded(seed)
        var data = ReleaseData(app: "hashtags")
        for step in 0..<12 {
            let time = Double(step) * 13 * hour
            for observation in round(&random) {
                data.hear(observation, time)
                if case .connect(let listing) = observation, listing.isComplete {
                    // What is missing is gone with the second complete listing, which is no repetition.
                    data.hear(observation, time)
                }
                let before = data
                #expect(data.hear(observation, time) == [])
                #expect(data.records == before.records)
                #expect(data.merged(Self.fronts, time) == before.merged(Self.fronts, time))
            }
            let restarted = ReleaseData(app: "hashtags", records: data.records)
            #expect(restarted.problems == [])
            #expect(restarted.merged(Self.fronts, time) == data.merged(Self.fronts, time))
            data = restarted
        }
    }

    @Test(arguments: UInt64(200)..<210)
    func `a stale edge never lowers, and what cannot be read never appears`(_ seed: UInt64) throws {
        var random = Seeded(seed)
        var data = ReleaseData(app: "hashtags")
        var highest: [Storefront: AppVersion] = [:]
        for step in 0..<200 {
            // Answers of all edges within less than three days.
            let time = Double(step) * hour / 3
            let front = Self.fronts.randomElement(using: &random)!
            let shown = version("1.\(Int.random(in: 0...9, using: &random))")
            data.hear(.lookup(front, onSale(shown.description)), time)
            highest[front] = max(highest[front] ?? shown, shown)
            let merged = data.merged(Self.fronts, time)
            for (front, version) in highest { #expect(merged.onSale(in: front) == version.description) }
        }
        // Whatever is merged can be stored as a catalog and read again.
        let merged = data.merged(Self.fronts, 70 * hour)
        let (read, findings) = CatalogReader.read(json: merged.bytes)
        #expect(read == merged.catalog && findings.isEmpty)
    }
}
