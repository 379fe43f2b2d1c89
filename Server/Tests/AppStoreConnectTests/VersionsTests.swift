import AirworthyPolicy
import Foundation
import ReleaseCatalog
import Testing

@testable import AppStoreConnect

@Suite(.timeLimit(.minutes(5))) struct VersionsTests {
    @Test func `an App Store version is joined with build, notes and phased release`() async throws {
        let script = Script(
            .json(
                """
                {"data":[{"type":"appStoreVersions","id":"v1","attributes":{"platform":"IOS","versionString":"3.2",
                  "appVersionState":"READY_FOR_DISTRIBUTION","createdDate":"2026-11-01T00:00:00-08:00",
                  "releaseType":"AFTER_APPROVAL","earliestReleaseDate":null},"relationships":{
                  "build":{"data":{"type":"builds","id":"b1"}},
                  "appStoreVersionLocalizations":{"data":[{"type":"appStoreVersionLocalizations","id":"l1"}]},
                  "appStoreVersionPhasedRelease":{"data":{"type":"appStoreVersionPhasedReleases","id":"p1"}}}},
                 {"type":"appStoreVersions","id":"v2","attributes":{"platform":"MAC_OS","versionString":"3.3",
                  "appVersionState":"OF_NEXT_YEAR"},"relationships":{"build":{"data":{"type":"builds","id":"b2"}},
                  "appStoreVersionPhasedRelease":{"data":null}}},
                 {"type":"appStoreVersions","id":"v3"}],
                 "included":[{"type":"builds","id":"b1","attributes":{"version":"220","minOsVersion":"16.0"}},
                 {"type":"appStoreVersionLocalizations","id":"l1","attributes":{"locale":"ja","whatsNew":"速い"}},
                 {"type":"appStoreVersionPhasedReleases","id":"p1","attributes":{"phasedReleaseState":"PAUSED",
                  "startDate":"2026-11-02T10:16:45Z","totalPauseDuration":2,"currentDayNumber":3}}]}
                """))
        let listing = try await script.client().appStoreVersions(app: "12")
        let versions = listing.items
        try #require(versions.count == 2)
        #expect(versions[0].version.description == "3.2")
        #expect(versions[0].state == "READY_FOR_DISTRIBUTION")
        #expect(versions[0].createdAt == Timestamp.parse("2026-11-01T08:00:00Z"))
        #expect(versions[0].build?.description == "220")
        #expect(versions[0].minimumOS?.description == "16.0")
        #expect(versions[0].notes?.texts == ["ja": "速い"])
        #expect(versions[0].phase == .init(state: "paused", day: 3))
        #expect(versions[1].state == "OF_NEXT_YEAR")
        #expect(versions[1].platform == .macos)
        #expect(versions[1].build == nil)
        #expect(versions[1].phase == nil)
        #expect(listing.unreadable == ["v3"])
        let url = try #require(script.urls.first)
        #expect(url.hasPrefix("https://api.appstoreconnect.apple.com/v1/apps/12/appStoreVersions?include="))
        // Apple does not support sorting this collection.
        #expect(!url.contains("sort"))
    }

    @Test func `an app is found by exactly its bundle identifier`() async throws {
        let script = Script(
            .json(
                #"{"data":[{"type":"apps","id":"1","attributes":{"bundleId":"com.example.hashtags.beta"}},"#
                    + #"{"type":"apps","id":"2","attributes":{"bundleId":"com.example.hashtags","name":"H"}},"#
                    + #"{"type":"apps","id":"3"}]}"#))
        let apps = try await script.client().apps(bundleID: "com.example.hashtags")
        #expect(apps == [AppResource(id: "2", bundleID: "com.example.hashtags", name: "H")])
        #expect(try #require(script.urls.first).contains("filter%5BbundleId%5D=com.example.hashtags&"))
    }

    @Test func `an id is escaped in a path`() async throws {
        let script = Script(.emptyList)
        _ = try await script.client().appStoreVersions(app: "../../users?x=1#")
        #expect(try #require(script.urls.first).contains("/v1/apps/..%2F..%2Fusers%3Fx%3D1%23/appStoreVersions?"))
    }
}
