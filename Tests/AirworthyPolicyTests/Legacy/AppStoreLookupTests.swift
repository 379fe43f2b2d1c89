import AirworthyPolicy
import Testing

@Suite struct AppStoreLookupTests {
    private func read(
        _ text: String, storefront: Storefront? = nil, bundleID: String? = nil, appleID: Int? = nil
    ) -> (catalog: Catalog?, findings: [Finding]) {
        AppStoreLookup.read(json: Array(text.utf8), storefront: storefront, bundleID: bundleID, appleID: appleID)
    }

    private func answer(_ results: String...) -> String {
        "\n\n\n{\n \"resultCount\":\(results.count),\n \"results\": [\(results.joined(separator: ","))]\n}\n"
    }

    @Test func `a real response for Japan gives a release with an offer in Japan`() throws {
        let (catalog, findings) = AppStoreLookup.read(
            json: try example("lookup-birthdays-jp.json"), storefront: Storefront("JP"),
            bundleID: "com.ame.MinnanoTanjyoubi", appleID: 1_673_431_227)
        #expect(findings.isEmpty)
        let release = try #require(catalog?.releases.first)
        #expect(release.platform == .ios)
        #expect(release.version == (try AppVersion("4.6.8")))
        #expect(release.build == nil)
        #expect(release.minimumOS == (try AppVersion("16.0")))
        let offer = try #require(release.offers.first)
        #expect(offer.channel == .appstore)
        #expect(offer.storefronts == [Storefront("JP")!])
        #expect(offer.publishedAt == nil)
        #expect(offer.url == "https://apps.apple.com/app/id1673431227")
        #expect(offer.notes?.texts.keys.sorted() == ["und"])
        #expect(offer.source == "lookup")
    }

    @Test func `the publication date is the version's, never the app's`() throws {
        let catalog = read(
            answer(
                """
                {"kind":"mac-software","trackId":803453959,"version":"3.3.3","minimumOsVersion":"10.9",
                 "releaseDate":"2014-01-01T00:00:00Z","currentVersionReleaseDate":"2018-10-02T23:28:05Z",
                 "averageUserRating":4.12345678901234567890123456789012345678901234567890}
                """)
        ).catalog
        let release = try #require(catalog?.releases.first)
        #expect(release.platform == .macos)
        #expect(release.offers.first?.publishedAt == instant("2018-10-02T23:28:05Z"))
        #expect(release.offers.first?.storefronts == nil)
        #expect(release.offers.first?.url == "https://apps.apple.com/app/id803453959")
    }

    @Test func `an empty response gives an empty catalog with a note`() {
        let (catalog, findings) = read(answer(), storefront: Storefront("DE"))
        #expect(catalog == .empty)
        #expect(findings.map(\.code) == ["not-found"])
        #expect(findings.first?.severity == .note)
        #expect(findings.first?.message.contains("storefront DE") == true)
    }

    @Test(arguments: [("iPhone8", true), ("iPhone6", false), (nil, true)] as [(String?, Bool)])
    func `a release that lists its devices is not for others`(_ device: String?, _ isListed: Bool) {
        let text = """
            {"results": [{"kind": "software", "version": "2.0", "trackId": 42,
                          "supportedDevices": ["iPhone8-iPhone8", "iPadAir3-iPadAir3"]}]}
            """
        let (catalog, findings) = AppStoreLookup.read(json: Array(text.utf8), storefront: nil, device: device)
        #expect(catalog?.releases.isEmpty == !isListed)
        #expect(findings.contains { $0.code == "unsupported-device" } == !isListed)
    }

    @Test(arguments: [#"[]"#, #"["#, #"null"#, #"7"#, #"[7]"#])
    func `a list of devices that cannot be read says nothing`(_ list: String) {
        let text =
            #"{"results": [{"kind": "software", "version": "2.0", "trackId": 42, "supportedDevices": \#(list)}]}"#
        let (catalog, _) = AppStoreLookup.read(json: Array(text.utf8), storefront: nil, device: "iPhone8")
        #expect(catalog == nil || catalog?.releases.count == 1)
    }

    @Test func `results for another app are left out with a warning`() {
        let other = "{\"kind\":\"software\",\"bundleId\":\"com.x\",\"trackId\":7,\"version\":\"1\"}"
        let silent = "{\"version\":\"2\"}"
        let byBundle = read(answer(other, silent), bundleID: "com.y")
        #expect(byBundle.catalog?.releases.map(\.version.description) == ["2"])
        #expect(byBundle.findings.map(place) == ["other-app results[0] 6:14"])
        #expect(byBundle.findings.first?.message.contains("for \"com.x\", the policy is for \"com.y\"") == true)
        let byID = read(answer(other), appleID: 8)
        #expect(byID.catalog == .empty)
        #expect(byID.findings.map(\.code) == ["other-app"])
        #expect(read(answer(other), bundleID: "com.x", appleID: 7).catalog?.releases.count == 1)
    }

    @Test(arguments: [
        ("{\"version\":\"latest\"}", "bad-version"), ("{\"version\":1.1}", "bad-version"), ("{}", "bad-version"),
        ("{\"version\":\"1\",\"minimumOsVersion\":\"new\"}", "bad-version"), ("5", "wrong-type"),
        ("{\"kind\":\"song\",\"version\":\"1\"}", "not-software"),
        ("{\"wrapperType\":\"track\",\"version\":\"1\"}", "not-software"),
    ])
    func `an unreadable result is left out with a warning`(_ result: String, _ code: String) {
        let (catalog, findings) = read(answer(result))
        #expect(catalog == .empty)
        #expect(findings.map(\.code) == [code])
        #expect(findings.first?.severity == .warning)
    }

    @Test(arguments: [
        "", "<html>Your request produced an error. [newNullResponse]</html>", "[]", "{}", "{\"resultCount\":0}",
        "{\"results\":{}}",
    ])
    func `a document that is not a response is an error`(_ text: String) {
        let (catalog, findings) = read(text)
        #expect(catalog == nil)
        #expect(findings.map(\.severity) == [.error])
    }

    @Test(
        arguments: [
            (#""kind": "software""#, Platform.ios, Platform.ios), (#""kind": "software""#, .tvos, .tvos),
            (#""kind": "mac-software""#, .macos, .macos), (#""kind": "mac-software""#, .tvos, .macos),
            (#""kind": "tv-software", "wrapperType": "software""#, .tvos, .tvos), (#""trackId": 42"#, .tvos, .tvos),
            (#""trackId": 42"#, .macos, .ios),
        ])
    func `a result is for the platform that it names, or for the one that was asked for`(
        members: String, asked: Platform, expected: Platform
    ) {
        let text = #"{"results": [{\#(members), "version": "2.0"}]}"#
        let catalog = AppStoreLookup.read(json: Array(text.utf8), storefront: nil, platform: asked).catalog
        #expect(catalog?.releases.map(\.platform) == [expected])
    }
}
