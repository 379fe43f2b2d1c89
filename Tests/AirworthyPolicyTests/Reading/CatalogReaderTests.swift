import AirworthyPolicy
import Testing

@Suite struct CatalogReaderTests {
    private func read(_ text: String) -> (catalog: Catalog?, findings: [Finding]) {
        CatalogReader.read(json: Array(text.utf8))
    }

    @Test func `the documented example is read with all its values`() throws {
        let (read, findings) = read(
            """
            { "schema": 1, "app": "hashtags", "asOf": "2026-11-20T00:00:00Z", "releases": [
                { "platform": "ios", "version": "2.2.1", "build": "310", "minimumOS": "16.0", "offers": [
                    { "channel": "appstore", "storefronts": ["JP", "US"], "publishedAt": "2024-09-13T00:00:00Z",
                      "state": "live", "notes": {"ja": "…"}, "source": "lookup" } ] } ] }
            """)
        let catalog = try #require(read, "\(findings)")
        #expect(catalog.app == "hashtags")
        #expect(catalog.asOf == instant("2026-11-20T00:00:00Z"))
        #expect(
            catalog.releases == [
                Release(
                    platform: .ios, version: try AppVersion("2.2.1"), build: try BuildNumber("310"),
                    minimumOS: try AppVersion("16.0"),
                    offers: [
                        Offer(
                            channel: .appstore, storefronts: [Storefront("JP")!, Storefront("US")!],
                            publishedAt: instant("2024-09-13T00:00:00Z"), notes: LocalizedText(["ja": "…"]),
                            source: "lookup")
                    ])
            ])
    }

    @Test func `every key of an offer is read`() throws {
        let (read, findings) = read(
            """
            {"schema": 1, "releases": [{"platform": "macOS", "version": "1", "offers": [
              {"channel": "marketplace", "distributor": "com.example.store"},
              {"channel": "testflight.external", "groups": ["b", "a"], "firstSeenAt": "2026-11-01T00:00:00Z",
               "expiresAt": "2026-12-01T00:00:00Z", "state": "withdrawn", "phase": {"state": "active", "day": 3},
               "url": "https://testflight.apple.com/join/x", "notes": "New."}]}]}
            """)
        let release = try #require(read?.releases.first, "\(findings)")
        #expect(release.platform == .macos)
        #expect(
            release.offers == [
                Offer(channel: .marketplace("com.example.store")),
                Offer(
                    channel: .testflight(.external), groups: ["a", "b"], firstSeenAt: instant("2026-11-01T00:00:00Z"),
                    expiresAt: instant("2026-12-01T00:00:00Z"), state: .withdrawn,
                    phase: .init(state: "active", day: 3), url: "https://testflight.apple.com/join/x",
                    notes: LocalizedText("New.")),
            ])
    }

    @Test(arguments: [
        ("[]", ["wrong-type  1:1"]),
        ("{\"schema\":1}", ["missing-key  1:1"]),
        ("{\"schema\":9,\"releases\":[]}", ["bad-schema schema 1:11"]),
        ("{\"schema\":1,\"release\":[]}", ["missing-key  1:1", "unknown-key release 1:13"]),
        ("{\"schema\":1,\"releases\":[{}]}", ["missing-key releases[0] 1:25", "missing-key releases[0] 1:25"]),
        ("{\"schema\":1,\"releases\":[{\"version\":1.10,\"offers\":[]}]}", ["number-version releases[0].version 1:36"]),
        ("{\"schema\":1,\"releases\":[{\"version\":\"x\",\"offers\":[]}]}", ["bad-version releases[0].version 1:36"]),
        (
            "{\"schema\":1,\"releases\":[{\"version\":\"1\",\"build\":3,\"offers\":{}}]}",
            ["number-version releases[0].build 1:48", "wrong-type releases[0].offers 1:59"]
        ),
        (offer("{}"), ["missing-key releases[0].offers[0] 2:1"]),
        (offer("{\"channel\":\"appstor\"}"), ["bad-channel releases[0].offers[0].channel 2:12"]),
        (
            offer("{\"channel\":\"appstore\",\"distributor\":\"x\"}"),
            ["bad-value releases[0].offers[0].distributor 2:37"]
        ),
        (offer("{\"channel\":\"web\",\"state\":\"Live\"}"), ["bad-value releases[0].offers[0].state 2:26"]),
        (
            offer("{\"channel\":\"web\",\"phase\":{\"state\":\"on\"}}"),
            ["bad-value releases[0].offers[0].phase.state 2:35"]
        ),
        (
            offer("{\"channel\":\"web\",\"phase\":{\"state\":\"active\",\"day\":8}}"),
            ["bad-value releases[0].offers[0].phase.day 2:50"]
        ),
        (
            offer("{\"channel\":\"web\",\"storefronts\":[\"UK\"]}"),
            ["bad-storefront releases[0].offers[0].storefronts[0] 2:33"]
        ),
        (
            offer("{\"channel\":\"web\",\"publishedAt\":\"2026-11-20\"}"),
            ["bad-date releases[0].offers[0].publishedAt 2:32"]
        ),
        (offer("{\"channel\":\"web\",\"publishAt\":\"\"}"), ["unknown-key releases[0].offers[0].publishAt 2:18"]),
    ])
    func `an invalid catalog is rejected with the path and position`(_ text: String, _ places: [String]) {
        let (catalog, findings) = read(text)
        #expect(catalog == nil)
        #expect(findings.map(place) == places)
    }

    private static func offer(_ text: String) -> String {
        "{\"schema\":1,\"releases\":[{\"version\":\"1\",\"offers\":[\n\(text)\n]}]}"
    }
}
