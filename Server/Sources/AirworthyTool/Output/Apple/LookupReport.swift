import AirworthyPolicy

/// What the lookup knows of apps, country by country.
struct LookupReport {
    /// An app in a country.
    struct Row {
        /// As the caller wrote it.
        let id: String
        let storefront: Storefront
        /// What is on sale; `nil` if the lookup does not know it there.
        let release: Release?
    }

    let rows: [Row]

    func lines(_ style: TerminalStyle) -> [String] {
        var table = Table(["APP", "COUNTRY", "RELEASE", "MINIMUM OS", "RELEASED (UTC)"])
        for row in rows {
            let release = row.release.map { "\($0.platform.displayName) \($0.version)" } ?? "not found: unknown"
            table.add([
                row.id, row.storefront.code, release, row.release?.minimumOS?.description ?? "",
                row.offer?.publishedAt.map(UTCTime.minute) ?? "",
            ])
        }
        return table.lines(style, orElse: "nothing was looked up")
    }

    var json: JSONValue { .members([("results", .array(rows.map(\.json)))]) }
}

extension LookupReport.Row {
    /// The way to get it.
    var offer: Offer? { release?.offers.first }

    fileprivate var json: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
        return .members([
            ("id", .string(id)), ("storefront", .string(storefront.code)), ("found", .bool(release != nil)),
            ("platform", text(release?.platform.displayName.lowercased())),
            ("version", text(release?.version.description)), ("minimumOS", text(release?.minimumOS?.description)),
            ("publishedAt", text(offer?.publishedAt.map(Timestamp.format))), ("url", text(offer?.url)),
            ("releaseNotes", text(offer?.notes?.text(for: nil, default: "en"))),
        ])
    }
}
