import Foundation

/// The App Store lookup: `/lookup` and `/{country}/lookup`.
struct LookupAPI {
    let call: Call
    /// Whether the edge that is asked lags in any case.
    let isStale: Bool
    private static let parameters: Set<String> = [
        "id", "bundleId", "country", "entity", "limit", "lang", "media", "term", "callback", "version", "sort",
    ]

    /// The country of the path; `US` where it names none, `nil` where it is no path of a lookup.
    static func country(of path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.last == "lookup", parts.count <= 2 else { return nil }
        guard parts.count == 2, let country = parts.first else { return "US" }
        return String(country).isStorefront ? country.uppercased() : nil
    }

    /// - Parameters:
    ///   - world: What there is; edges count how often they are asked.
    ///   - pathCountry: What ``country(of:)`` says.
    /// - Returns: The answer.
    func reply(_ world: inout World, pathCountry: String) -> Reply {
        guard call.method == "GET" else { return Reply(status: 405, type: nil) }
        let country = (call.query.value("country") ?? pathCountry).uppercased()
        guard country.isStorefront else { return Self.refusal("country", call.query) }
        var limit = 50
        if let text = call.query.value("limit") {
            guard let number = Int(text), number > 0 else { return Self.refusal("limit", call.query) }
            limit = min(200, number)
        }
        let ids = call.query.list("id") ?? []
        let bundleIDs = call.query.list("bundleId") ?? []
        var results: [JSON] = []
        for app in world.apps where ids.contains(app.id) || bundleIDs.contains(app.bundleID) {
            guard let platform = platform(app, world, byBundleID: !ids.contains(app.id)),
                let version = shown(app, platform, country, &world)
            else { continue }
            results.append(.object(Listing.object(app, version, country: country, world)))
        }
        results = Array(results.prefix(limit))
        return Self.answer(["resultCount": .integer(results.count), "results": .array(results)])
    }

    /// Which of an app's listings is meant. Who names a bundle id and no entity may be given the Mac's.
    private func platform(_ app: AppRecord, _ world: World, byBundleID: Bool) -> String? {
        let there = Vocabulary.platforms.filter { !world.released(app.id, $0).isEmpty }
        switch call.query.value("entity") {
        case "macSoftware", "desktopSoftware": return there.first { $0 == "MAC_OS" }
        case "tvSoftware": return there.first { $0 == "TV_OS" }
        case "software", "iPadSoftware": return there.first { $0 == "IOS" }
        default: return byBundleID && there.contains("MAC_OS") ? "MAC_OS" : there.first
        }
    }

    /// The version that is answered: that of the App Store, or what a lagging edge still has.
    private func shown(
        _ app: AppRecord, _ platform: String, _ country: String, _ world: inout World
    ) -> VersionRecord? {
        let released = world.released(app.id, platform)
        guard app.storefronts.contains(country), let newest = released.first else { return nil }
        if isStale { return released.dropFirst().first ?? newest }
        guard
            let index = world.edges.firstIndex(where: {
                $0.app == app.id && $0.storefront == country && $0.platform == platform
            })
        else { return newest }
        let edge = world.edges[index]
        let busts = call.query.names.contains { !Self.parameters.contains($0) }
        if edge.isBustable, busts { return newest }
        world.edges[index].count += 1
        if edge.isAlternating, !world.edges[index].count.isMultiple(of: 2) { return newest }
        return edge.version.flatMap { version in released.first { $0.version == version } }
    }

    private static func answer(_ json: JSON) -> Reply {
        var reply = Reply(status: 200, type: "text/javascript; charset=utf-8")
        reply.body = Array("\n\n\n".utf8) + json.bytes() + Array("\n\n\n".utf8)
        reply.fields = [
            ("Content-Disposition", "attachment; filename=1.txt"), ("Cache-Control", "max-age=60"),
            ("Vary", "Accept-Encoding"),
        ]
        return reply
    }

    private static func refusal(_ name: String, _ query: Query) -> Reply {
        var reply = answer([
            "errorMessage": .string("Invalid value(s) for key(s): [\(name)]"),
            "queryParameters": .object(
                query.items.reduce(into: JSONObject()) { $0[$1.name] = .string($1.value) }),
        ])
        reply.status = 400
        return reply
    }
}
