import AirworthyPolicy
import AirworthyTrust
import Foundation
import Persistence
import PersistencePostgres
import PostgresTesting
import Testing
import ToolTesting

/// A release that Apple no longer offers is taken from every device at its next refresh, although release data were published
/// minutes ago.
@Suite(.blocking, .timeLimit(.minutes(5))) struct EmergencyBrakeTests {
    private static let policy =
        #"{"schema": 1, "rules": [{"id": "floor", "when": {"version": "<2.2"}, "update": "required"}]}"#

    /// The TestFlight builds that external testers can get by the manifest that a server serves.
    private static func builds(_ setup: AppleSetup, servedBy server: ServeProcess) throws -> [String] {
        let now = Date()
        let answer = try server.send("GET", to: "/v1/apps/hashtags/manifest")
        // This server has not read yet what another one just published.
        guard answer.status == 200 else { return [] }
        return try setup.serve.verified(answer.body, app: "hashtags").manifest.catalog.releases.filter { release in
            release.offers.contains { offer in
                offer.channel == .testflight(.external) && offer.state == .live
                    && offer.expiresAt.map { $0 > now } ?? true
            }
        }.compactMap { $0.build?.description }
    }

    private static func change(_ action: String, of build: String, on simulator: ServeProcess, more: String = "") throws
    {
        let answer = try simulator.send(
            "POST", to: "/_simulator/\(action)", body: #"{"app": "hashtags", "build": "\#(build)"\#(more)}"#)
        #expect(answer.status == 200, "\(answer.body)")
    }

    /// Creates the app, publishes a policy and then a new build, so that the pause between publishes has begun.
    private static func prepare(
        _ setup: AppleSetup, _ simulator: ServeProcess, _ servers: [ServeProcess], hasWebhook: Bool = true
    ) async throws {
        func sync(until isReached: @escaping () throws -> Bool) async throws {
            let time = try await seconds(within: 60) {
                _ = try setup.serve.send("POST", to: "/v1/admin/apps/hashtags/catalog/sync", on: servers[0], body: "{}")
                return try isReached()
            }
            try #require(time != nil)
        }
        try setup.createApp(on: servers[0])
        let store = "/v1/apps/hashtags/releases/latest?channel=appstore&storefront=JP"
        try await sync {
            try servers.allSatisfy { server in
                try server.send("GET", to: "/testflight/latest/external").json?["buildNumber"] == "321"
                    && server.send("GET", to: store).json?["version"] == "2.2.1"
            }
        }
        let published = try setup.serve.publish(policy, on: servers[0], app: "hashtags")
        #expect(published.status == 201, "\(published.body)")
        try change("build", of: "322", on: simulator, more: #", "external": "IN_BETA_TESTING""#)
        try await sync { try servers.allSatisfy { try builds(setup, servedBy: $0) == ["322", "321"] } }
        if hasWebhook { try setup.registerWebhook(simulator, to: servers[0]) }
    }

    /// Lets Apple reject the newest build, which sends a webhook.
    /// - Returns: The seconds until every server serves a manifest without it.
    private static func reject(
        _ setup: AppleSetup, on simulator: ServeProcess, servers: [ServeProcess]
    ) async throws -> Double {
        try change("build", of: "322", on: simulator, more: #", "external": "BETA_REJECTED""#)
        return try #require(
            try await seconds(within: 20) { try servers.allSatisfy { try builds(setup, servedBy: $0) == ["321"] } })
    }

    @Test func `a build that Apple rejects is taken from every device within seconds`() async throws {
        let setup = try AppleSetup()
        let simulator = try setup.startSimulator()
        let server = try setup.startServer(apple: simulator.port, interval: 300)
        try await Self.prepare(setup, simulator, [server])
        let time = try await Self.reject(setup, on: simulator, servers: [server])
        print("from the change at Apple to the manifest of one server: \(Int(time * 1_000)) ms")
        #expect(time < 10)
        #expect(server.stop().status == 0)
        #expect(simulator.stop().status == 0)
    }

    @Test func `a sync tells what is no longer offered and what waits, which is published on demand`() async throws {
        let setup = try AppleSetup()
        let simulator = try setup.startSimulator()
        let server = try setup.startServer(apple: simulator.port, interval: 300)
        try await Self.prepare(setup, simulator, [server], hasWebhook: false)
        try Self.change("expire", of: "322", on: simulator)
        let removed = try setup.runRemote("catalog", "sync", "--app", "hashtags", server: server)
        #expect(
            removed.output.hasSuffix(
                "PUBLISHED  hashtags, revision 3\n"
                    + "  - iOS 2.3.0 (322) is no longer offered on testflight.internal, testflight.external\n"),
            "\(removed.output)")
        let shown = try setup.runRemote("catalog", "show", "--app", "hashtags", server: server).output
        let line = shown.split(separator: "\n").first { $0.contains("2.3.0 (322)") && $0.contains("external") }
        #expect(line?.contains(" expired ") == true && !shown.contains("WAITING"), "\(shown)")

        try Self.change(
            "build", of: "310", on: simulator,
            more: #", "groups": ["team", "friends"], "external": "IN_BETA_TESTING""#)
        let added = try setup.runRemote("catalog", "sync", "--app", "hashtags", server: server).output
        #expect(added.contains("\nWAITING  1 change waits until "), "\(added)")
        #expect(added.contains("\n  + iOS 2.2.1 (310) is offered on testflight.external\n"), "\(added)")
        #expect(try Self.builds(setup, servedBy: server) == ["321"])
        let published = try setup.runRemote("catalog", "publish", "--app", "hashtags", server: server)
        #expect(published.output.hasPrefix("PUBLISHED  hashtags, revision 4\n"), "\(published.errors)")
        #expect(try Self.builds(setup, servedBy: server) == ["321", "310"])
        #expect(server.stop().status == 0)
        #expect(simulator.stop().status == 0)
    }

    @Test func `a sync takes a release that Apple took back from the App Store away from everybody`() async throws {
        let setup = try AppleSetup()
        let simulator = try setup.startSimulator()
        let server = try setup.startServer(apple: simulator.port, interval: 300)
        try await Self.prepare(setup, simulator, [server], hasWebhook: false)
        func why() throws -> String {
            try setup.runRemote(
                "why", "--app", "hashtags", "--version", "2.1.0", "--channel", "appstore", "--storefront", "JP", "--os",
                "iOS 17.4", server: server
            ).output
        }
        let before = try why()
        #expect(before.contains("REQUIRED  2.1.0 → 2.2.1"), "\(before)")
        let answer = try simulator.send(
            "POST", to: "/_simulator/withdraw", body: #"{"app": "hashtags", "version": "2.2.1"}"#)
        #expect(answer.status == 200, "\(answer.body)")
        let removed = try setup.runRemote("catalog", "sync", "--app", "hashtags", server: server).output
        #expect(removed.contains("\nPUBLISHED  hashtags, revision 3\n"), "\(removed)")
        #expect(removed.contains("  - iOS 2.2.1 (310) is no longer offered on appstore\n"), "\(removed)")
        let after = try why()
        #expect(!after.contains("2.2.1"), "\(after)")
        #expect(server.stop().status == 0)
        #expect(simulator.stop().status == 0)
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
    func `a build that Apple rejects is taken from the devices of three servers within seconds`() async throws {
        let url = try PostgresCluster.emptyDatabaseURL()
        let driver = PostgresDriver(url)
        try await Schema.migrate(driver, upTo: Schema.newest, at: Date())
        await driver.close()
        let setup = try AppleSetup()
        let simulator = try setup.startSimulator()
        let servers = try (1...3).map { _ in
            try setup.startServer(apple: simulator.port, interval: 300, database: url)
        }
        try await Self.prepare(setup, simulator, servers)
        let time = try await Self.reject(setup, on: simulator, servers: servers)
        print("from the change at Apple to the manifests of three servers: \(Int(time * 1_000)) ms")
        #expect(time < 10)
        for server in servers { #expect(server.stop().status == 0) }
        #expect(simulator.stop().status == 0)
    }
}
