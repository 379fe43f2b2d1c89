import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import HTTPTypes
import HummingbirdTesting
import ReleaseCatalog
import Testing

@testable import AirworthyServer

/// The admin routes for catalogs.
@Suite(.timeLimit(.minutes(5))) struct CatalogRouteTests {
    private static let path = "/v1/admin/apps/hashtags/catalog"

    private static func learnt() async throws -> API {
        let api = try await API(publishes: false)
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
        return api
    }

    @Test func `sources are listed with their ages, including silent ones`() async throws {
        let (api, recorder) = (try await Self.learnt(), CatalogSyncRecorder())
        let japan = try #require(Storefront("JP"))
        recorder.set([
            SourceStatus(source: .connect, interval: .seconds(300), lastAttempt: api.clock.now),
            SourceStatus(source: .lookup(japan), interval: .milliseconds(900_400), problem: "timed out"),
        ])
        let response = try await api(
            .get, "\(Self.path)/sources", token: api.admin, options: APIOptions(catalogSync: recorder.sync()))
        let now = JSONValue.string(Timestamp.format(api.clock.now))
        #expect(
            try response.json == [
                "asOf": now, "stale": false,
                "sources": [
                    [
                        "name": "appStoreConnect", "asOf": now, "changedAt": now, "stale": false, "interval": 300,
                        "lastAttempt": now, "problem": nil,
                    ],
                    [
                        "name": "lookup:JP", "asOf": nil, "changedAt": nil, "stale": false, "interval": 900,
                        "lastAttempt": nil, "problem": "timed out",
                    ],
                ],
                "waiting": nil,
            ])
        let nothing = try await API(publishes: false)
        let empty = try await nothing(.get, "\(Self.path)/sources", token: nothing.admin).json
        #expect(empty == ["asOf": nil, "stale": false, "sources": [], "waiting": nil])
    }

    @Test func `a sync returns the outcome of each source`() async throws {
        let (api, recorder) = (try await Self.learnt(), CatalogSyncRecorder())
        let japan = try #require(Storefront("JP"))
        let report = SyncReport(outcomes: [
            .connect: .learnt, .lookup(japan): .failed("timed out"), .manual: .nothingKnown,
        ])
        let response = try await api(
            .post, "\(Self.path)/sync", token: api.admin, headers: [.contentType: "application/json"],
            options: APIOptions(catalogSync: recorder.sync(report: report)))
        let json = try response.json
        #expect(response.status == .ok && json["complete"] == false && json["sources"] != nil)
        #expect(
            json["outcomes"] == [
                ["name": "appStoreConnect", "outcome": "learnt", "problem": nil],
                ["name": "lookup:JP", "outcome": "failed", "problem": "timed out"],
                ["name": "manual", "outcome": "nothing-known", "problem": nil],
            ])
        let nobody = "/v1/admin/apps/nobody/catalog/sync"
        let missing = try await api(
            .post, nobody, token: api.admin, headers: [.contentType: "application/json"])
        #expect(missing.status == .notFound)
    }

    @Test func `what a sync publishes and what waits is listed, and what waits is published on demand`() async throws {
        let api = try await API(publishes: false)
        _ = try await api.plane.publishing.publish(
            ControlPlaneTesting.Samples.policy(), to: "hashtags", expecting: .nothingPublished, note: nil, forced: nil,
            by: .server)
        @Sendable func learn(_ external: String) async throws {
            let listing = ControlPlaneTesting.Samples.listing(external: external, at: api.clock.now)
            try await api.plane.catalogs.record(.connect(listing), for: "hashtags", at: api.clock.now)
        }
        var sync = CatalogSync.none
        sync.sync = { _ in
            try await learn("WAITING_FOR_BETA_REVIEW")
            return SyncReport()
        }
        let headers: HTTPFields = [.contentType: "application/json"]
        let first = try await api(
            .post, "\(Self.path)/sync", token: api.admin, headers: headers, options: APIOptions(catalogSync: sync)
        ).json
        let internalBuild: JSONValue = [
            "platform": "ios", "version": "2.3.0", "build": "322", "channel": "testflight.internal", "whole": true,
        ]
        let externalBuild: JSONValue = [
            "platform": "ios", "version": "2.3.0", "build": "321", "channel": "testflight.external", "whole": true,
        ]
        let revision = try api.plane.served.app("hashtags").head.revision
        #expect(
            first["published"] == ["revision": .of(revision), "removed": [], "added": [internalBuild, externalBuild]])
        #expect(first["waiting"] == .null)

        try await learn("IN_BETA_TESTING")
        let waiting = try await api(.get, "\(Self.path)/sources", token: api.admin).json["waiting"]
        #expect(waiting?["publishesAt"] == .string(Timestamp.format(api.clock.now.addingTimeInterval(600))))
        #expect(waiting?["added"]?.arrayValue?.map { $0["build"] } == ["322"] && waiting?["removed"] == [])
        let published = try await api(.post, "\(Self.path)/publish", token: api.admin, headers: headers).json
        #expect(published["publication"]?["cause"] == "catalog")
        #expect(published["published"]?["added"] == waiting?["added"])
        #expect(published["published"]?["revision"] == .of(revision + 1))
        let again = try await api(.post, "\(Self.path)/publish", token: api.admin, headers: headers).json
        #expect(again == ["publication": nil, "published": nil])
    }

    @Test func `a release is withdrawn, and a reset offers it again`() async throws {
        let api = try await Self.learnt()
        let latest = "/v1/apps/hashtags/testflight/latest/internal"
        let response = try await api(
            .post, "\(Self.path)/withdraw", token: api.admin, body: #"{"version": "2.3.0", "build": "322"}"#)
        #expect(response.status == .ok)
        #expect(try response.json["new"] == true)
        #expect(response.headers[.eTag] == "\"\(try response.json["digest"]?.stringValue ?? "")\"")
        #expect(try await api(.get, latest).status == .notFound)
        let back = try await api(
            .post, "\(Self.path)/reset", token: api.admin, headers: [.contentType: "application/json"])
        #expect(try back.json["new"] == true)
        #expect(try await api(.get, latest).json["buildNumber"] == "322")
    }

    @Test(arguments: [
        ("{}", "/version"), (#"{"version": "x"}"#, "/version"), (#"{"version": "1", "build": "x"}"#, "/build"),
        (#"{"version": "1", "platform": "fridge"}"#, "/platform"), (#"{"version": "1", "why": "x"}"#, "/why"),
    ])
    func `an invalid withdrawal is rejected with a pointer`(body: String, pointer: String) async throws {
        let api = try await Self.learnt()
        for path in ["withdraw", "withdraw/preflight"] {
            let response = try await api(.post, "\(Self.path)/\(path)", token: api.admin, body: body)
            #expect(response.status == .badRequest)
            #expect(try response.json["pointer"]?.stringValue == pointer)
        }
    }

    @Test func `an app shows its webhook URL, storefronts and key id`() async throws {
        let api = try await API(publishes: false)
        let options = APIOptions(publicURL: "https://updates.example.com")
        let changed = try await api(
            .patch, "/v1/admin/apps/hashtags", token: api.admin,
            body: #"{"storefronts": ["JP", "DE"], "appleKeyID": "2X9R4HXF34"}"#, options: options)
        let json = try changed.json
        #expect(json["storefronts"] == ["JP", "DE"] && json["appleKeyID"] == "2X9R4HXF34")
        #expect(json["webhookURL"] == "https://updates.example.com/hooks/app-store-connect/hashtags")
        let none = try await api(
            .patch, "/v1/admin/apps/hashtags", token: api.admin, body: #"{"storefronts": [], "appleKeyID": null}"#)
        #expect(try none.json["storefronts"] == [] && none.json["appleKeyID"] == .null)
    }

    @Test(arguments: [
        (#"{"storefronts": ["jp"]}"#, "/storefronts/0"), (#"{"storefronts": ["JP", "JP"]}"#, "/storefronts"),
        (#"{"appleKeyID": "a b"}"#, "/appleKeyID"),
    ])
    func `an invalid storefront or key id is rejected with a pointer`(body: String, pointer: String) async throws {
        let api = try await API(publishes: false)
        let response = try await api(.patch, "/v1/admin/apps/hashtags", token: api.admin, body: body)
        #expect(response.status == .badRequest)
        #expect(try response.json["pointer"]?.stringValue == pointer)
    }

    @Test func `a degraded app shows its revision`() async throws {
        let api = try await API()
        let head = try api.plane.served.app("hashtags").head.revision
        try await api.store.damage("hashtags", revision: head, bytes: nil)
        let plane = ControlPlane(
            store: api.store, signer: Signer(keys: [], keyring: nil), now: { [clock = api.clock] in clock.now })
        try await plane.housekeeping.load()
        let payload = AppPayload(
            app: try await plane.apps.app("hashtags"), served: try plane.served.app("hashtags")
        ).jsonValue
        #expect(payload["head"]?["state"] == "degraded" && payload["head"]?["revision"] == .of(head))
    }
}
