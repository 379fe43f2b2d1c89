import AirworthyPolicy
import Foundation
import Testing

/// Merging catalogs does not depend on their order, nor on that of their releases.
@Suite struct MergedCatalogLaws {
    @Test func `Every order of the catalogs and of their releases gives the same decision`() {
        forAllCases { made in
            var random = LawRandom(index: made.index)
            let parts = Self.parts(of: made.manifest.catalog, random: &random)
            var decisions: Set<String> = []
            for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                var merged = made
                merged.manifest.catalog = Catalog(
                    merging: order.map { part in
                        var releases = parts[part]
                        releases.shuffle(using: &random.generator)
                        return Catalog(releases: releases)
                    })
                decisions.insert(merged.decision().jsonValue.jsonText())
            }
            return decisions.count == 1 ? nil : "decisions differ:\n" + decisions.sorted().joined(separator: "\n")
        }
    }

    @Test func `A catalog merged with itself or with none keeps its releases`() {
        forAllCases { made in
            let catalog = made.manifest.catalog
            let merged = Catalog(merging: [.empty, catalog, .empty]).releases
            return merged.count == catalog.releases.count
                ? nil : "\(merged.count) of \(catalog.releases.count) releases"
        }
    }

    /// Three catalogs with the releases of one: some in one of them, some in several, with other facts or as twins.
    private static func parts(of catalog: Catalog, random: inout LawRandom) -> [[Release]] {
        var parts: [[Release]] = [[], [], []]
        for release in catalog.releases {
            for _ in 0..<random.int(1...4) {
                var copy = release
                if random.oneIn(3) { copy.build = nil }
                if random.oneIn(6) { copy.version = random.version("\(copy.version).0") }
                if random.oneIn(3) { copy.minimumOS = random.version(random.pick(["13", "16.0", "18"])) }
                if random.oneIn(3), let storefront = LawRandom.storefronts.randomElement(using: &random.generator) {
                    for index in copy.offers.indices where copy.offers[index].channel == .appstore {
                        copy.offers[index].storefronts = [storefront]
                    }
                }
                parts[random.int(0...2)].append(copy)
            }
        }
        return parts
    }
}
