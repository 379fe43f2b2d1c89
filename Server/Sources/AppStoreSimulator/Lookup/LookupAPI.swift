import Foundation

/// The App Store lookup: `/lookup` and `/{country}/lookup`.
struct LookupAPI {
    let request: SimulatorRequest
    /// The country of the path, from ``country(of:)``.
    let pathCountry: String
    /// Whether a fault makes the edge server stale.
    let isStale: Bool
    private static let parameters: Set<String> = [
        "id", "bundleId", "country", "entity", "limit", "lang", "media", "term", "callback", "version", "sort",
    ]

    /// Returns the country in the path; `US` if the path has none, `nil` if it is not a lookup path.
    static func country(of path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.last == "lookup", parts.count <= 2 else { return nil }
        guard parts.count == 2, let country = parts.first else { return "US" }
        return String(country).isStorefront ? country.uppercased() : nil
    }

    /// Returns the response to the request. The edge servers of `world` count their requests.
    func response(from world: inout World) -> SimulatorResponse {
        guard request.method == "GET" else { return SimulatorResponse(status: 405, type: nil) }
        let country = (request.query.value("country") ?? pathCountry).uppercased()
        guard country.isStorefront else { return refusal(of: "country") }
        var limit = 50
        if let text = request.query.value("limit") {
            guard let number = Int(text), number > 0 else { return refusal(of: "limit") }
            limit = min(200, number)
        }
        let ids = request.query.list("id") ?? []
        let bundleIDs = request.query.list("bundleId") ?? []
        var results: [JSON] = []
        for app in world.apps where ids.contains(app.id) || bundleIDs.contains(app.bundleID) {
            guard let platform = platform(of: app, in: world, byBundleID: !ids.contains(app.id)),
                let version = version(of: app, on: platform, in: country, world: &world)
            else { continue }
            results.append(.object(LookupListing(app: app, version: version, country: country, world: world).object))
        }
        results = Array(results.prefix(limit))
        return Self.success(["resultCount": .integer(results.count), "results": .array(results)])
    }

    /// Returns the platform of the listing. A bundle id without an entity may find the Mac app.
    private func platform(of app: AppRecord, in world: World, byBundleID: Bool) -> String? {
        let released = Vocabulary.platforms.filter { !world.releasedVersions(of: app.id, on: $0).isEmpty }
        switch request.query.value("entity") {
        case "macSoftware", "desktopSoftware": return released.first { $0 == "MAC_OS" }
        case "tvSoftware": return released.first { $0 == "TV_OS" }
        case "software", "iPadSoftware": return released.first { $0 == "IOS" }
        default: return byBundleID && released.contains("MAC_OS") ? "MAC_OS" : released.first
        }
    }

    /// Returns the newest version on the App Store, or the older one of a stale edge server.
    private func version(
        of app: AppRecord, on platform: String, in country: String, world: inout World
    ) -> VersionRecord? {
        let released = world.releasedVersions(of: app.id, on: platform)
        guard app.storefronts.contains(country), let newest = released.first else { return nil }
        if isStale { return released.dropFirst().first ?? newest }
        guard
            let index = world.edges.firstIndex(where: {
                $0.app == app.id && $0.storefront == country && $0.platform == platform
            })
        else { return newest }
        let edge = world.edges[index]
        let bypassesCache = request.query.names.contains { !Self.parameters.contains($0) }
        if edge.isBustable, bypassesCache { return newest }
        world.edges[index].count += 1
        if edge.isAlternating, !world.edges[index].count.isMultiple(of: 2) { return newest }
        return edge.version.flatMap { version in released.first { $0.version == version } }
    }

    private static func success(_ json: JSON) -> SimulatorResponse {
        var response = SimulatorResponse(status: 200, type: "text/javascript; charset=utf-8")
        response.body = Array("\n\n\n".utf8) + json.bytes() + Array("\n\n\n".utf8)
        response.fields = [
            ("Content-Disposition", "attachment; filename=1.txt"), ("Cache-Control", "max-age=60"),
            ("Vary", "Accept-Encoding"),
        ]
        return response
    }

    private func refusal(of name: String) -> SimulatorResponse {
        var response = Self.success([
            "errorMessage": .string("Invalid value(s) for key(s): [\(name)]"),
            "queryParameters": .object(
                request.query.items.reduce(into: JSONObject()) { $0[$1.name] = .string($1.value) }),
        ])
        response.status = 400
        return response
    }
}
