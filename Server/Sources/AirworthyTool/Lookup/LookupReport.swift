import AirworthyPolicy

struct LookupReport {
    /// An app in a storefront.
    struct Row {
        let id: String
        let storefront: Storefront
        /// The release on sale; `nil` if the lookup does not find the app in this storefront.
        let release: Release?

        fileprivate var offer: Offer? { release?.offers.first }
    }

    let rows: [Row]
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        var table = Table(["APP", "COUNTRY", "RELEASE", "MINIMUM OS", "RELEASED (UTC)"])
        for row in rows {
            let release = row.release.map { "\($0.platform.displayName) \($0.version)" } ?? "not found: unknown"
            table.add([
                row.id, row.storefront.code, release, row.release?.minimumOS?.description ?? "",
                row.offer?.publishedAt.map(UTCTime.cell) ?? "",
            ])
        }
        return table.lines(style: style, whenEmpty: "nothing was looked up")
    }

    var json: JSONValue { ["results": .array(rows.map(Self.json))] }

    private static func json(_ row: Row) -> JSONValue {
        [
            "id": .string(row.id), "storefront": .string(row.storefront.code),
            "found": .bool(row.release != nil),
            "platform": .text(row.release?.platform.displayName.lowercased()),
            "version": .text(row.release?.version.description),
            "minimumOS": .text(row.release?.minimumOS?.description),
            "publishedAt": .of(row.offer?.publishedAt), "url": .text(row.offer?.url),
            "releaseNotes": .text(row.offer?.notes?.text(for: nil, default: "en")),
        ]
    }
}
