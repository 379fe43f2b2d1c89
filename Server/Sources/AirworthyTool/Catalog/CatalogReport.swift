import AirworthyPolicy

/// The releases in the output of `catalog show`.
struct CatalogReport {
    let catalog: Catalog
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        var table = Table(["RELEASE", "CHANNEL", "STATE", "STOREFRONTS", "PUBLISHED (UTC)", "EXPIRES (UTC)", "SOURCE"])
        for release in catalog.releases {
            let name = "\(release.platform.displayName) \(UpdateTarget(version: release.version, build: release.build))"
            for offer in release.offers { table.add([name] + Self.cells(of: offer)) }
            if release.offers.isEmpty { table.add([name, "none", "", "", "", "", ""]) }
        }
        let asOf = catalog.asOf.map { ", as of \(UTCTime.text($0))" } ?? ""
        if table.isEmpty { return ["the catalog has no releases\(asOf)"] }
        return [style(catalog.releases.count.counted("release"), as: .bold) + asOf]
            + table.lines(style: style, whenEmpty: "")
    }

    private static func cells(of offer: Offer) -> [String] {
        [
            "\(offer.channel)", "\(offer.state)", storefronts(offer.storefronts),
            offer.publishedAt.map(UTCTime.cell) ?? "", offer.expiresAt.map(UTCTime.cell) ?? "", offer.source ?? "",
        ]
    }

    /// Returns up to four storefronts by name, or the number of them.
    private static func storefronts(_ storefronts: Set<Storefront>?) -> String {
        guard let storefronts else { return "" }
        return storefronts.count <= 4
            ? storefronts.sorted().map(\.description).joined(separator: " ") : "\(storefronts.count)"
    }
}
