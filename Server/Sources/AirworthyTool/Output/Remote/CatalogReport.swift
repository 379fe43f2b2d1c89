import AirworthyPolicy

/// The known releases of an app as a table.
struct CatalogReport {
    let catalog: Catalog
    let style: TerminalStyle

    var lines: [String] {
        var table = Table(["RELEASE", "CHANNEL", "STATE", "STOREFRONTS", "PUBLISHED (UTC)", "EXPIRES (UTC)", "SOURCE"])
        for release in catalog.releases {
            let name = "\(release.platform.displayName) \(UpdateTarget(version: release.version, build: release.build))"
            for offer in release.offers { table.add([name] + Self.cells(offer)) }
            if release.offers.isEmpty { table.add([name, "none", "", "", "", "", ""]) }
        }
        let count = catalog.releases.count
        let asOf = catalog.asOf.map { ", as of \(UTCTime.sentence($0))" } ?? ""
        let title = style("\(count) release\(count == 1 ? "" : "s")", .bold) + asOf
        return table.isEmpty ? ["the catalog has no releases\(asOf)"] : [title] + table.lines(style, orElse: "")
    }

    private static func cells(_ offer: Offer) -> [String] {
        [
            "\(offer.channel)", "\(offer.state)", storefronts(offer.storefronts),
            offer.publishedAt.map(UTCTime.minute) ?? "", offer.expiresAt.map(UTCTime.minute) ?? "", offer.source ?? "",
        ]
    }

    /// A few by name; many are only counted.
    private static func storefronts(_ storefronts: Set<Storefront>?) -> String {
        guard let storefronts else { return "" }
        return storefronts.count <= 4
            ? storefronts.sorted().map(\.description).joined(separator: " ") : "\(storefronts.count)"
    }
}
