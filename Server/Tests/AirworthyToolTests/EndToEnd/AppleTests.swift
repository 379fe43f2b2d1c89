import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// The server with the simulator of Apple.
@Suite(.blocking, .timeLimit(.minutes(5))) struct AppleTests {
    private static let external = "/testflight/latest/external"

    private static func build(_ server: ServeProcess, _ path: String = external) throws -> String? {
        try server.send("GET", to: path).json?["buildNumber"]?.stringValue
    }

    private static func change(_ simulator: ServeProcess, external: String) throws {
        let answer = try simulator.send(
            "POST", to: "/_simulator/build", body: #"{"app": "hashtags", "build": "322", "external": "\#(external)"}"#)
        #expect(answer.status == 200, "\(answer.body)")
    }

    @Test func `the first request starts the queries to Apple, and a webhook updates the answer within seconds`()
        async throws
    {
        let setup = try AppleSetup()
        let simulator = try setup.startSimulator()
        let server = try setup.startServer(apple: simulator.port)
        #expect(server.errors.contains("apple.other-host"))
        try setup.createApp(on: server)
        let cold = try server.send("GET", to: Self.external)
        #expect(cold.status == 503 && cold.problem == "urn:airworthy:problem:catalog-not-learnt")
        #expect(cold.head.lowercased().contains("retry-after: 5"))
        #expect(try await seconds(within: 30) { try Self.build(server) == "321" } != nil)
        #expect(try Self.build(server, "/testflight/latest/internal") == "322")
        let store = "/v1/apps/hashtags/releases/latest?channel=appstore&storefront=JP"
        #expect(try await seconds(within: 30) { try server.send("GET", to: store).json?["version"] == "2.2.1" } != nil)

        try setup.registerWebhook(simulator, to: server)
        let ping = try setup.runApple(
            "webhooks", "ping", "--app", "com.example.hashtags", simulator: simulator)
        #expect(ping.status == 0, "\(ping.errors)")
        try Self.change(simulator, external: "IN_BETA_TESTING")
        #expect(try await seconds(within: 30) { try Self.build(server) == "322" } != nil)
        #expect(
            try await seconds(within: 30) { server.errors.contains("event=buildBetaDetailExternalBuildStateUpdated") }
                != nil)

        // A withdrawal outranks Apple's answers.
        let withdrawn = try setup.runRemote(
            "catalog", "withdraw", "2.3.0", "--build", "322", "--app", "hashtags", "--yes", server: server)
        #expect(withdrawn.status == 0 && withdrawn.output.contains("WITHDRAWN"), "\(withdrawn.errors)")
        #expect(!withdrawn.errors.contains("no release"), "\(withdrawn.errors)")
        #expect(try Self.build(server) == "321")
        let synced = try setup.runRemote("catalog", "sync", "--app", "hashtags", server: server)
        #expect(synced.status == 0 && synced.output.contains("learnt"), "\(synced.errors)")
        #expect(try Self.build(server) == "321")
        let unknown = try setup.runRemote(
            "catalog", "withdraw", "9.9.9", "--app", "hashtags", "--yes", server: server)
        #expect(unknown.status == 0 && unknown.errors.contains("no release 9.9.9 now"), "\(unknown.errors)")
        let reset = try setup.runRemote("catalog", "reset", "--app", "hashtags", "--yes", server: server)
        #expect(reset.status == 0, "\(reset.errors)")
        #expect(try Self.build(server) == "322")
        let shown = try setup.runRemote("catalog", "show", "--app", "hashtags", server: server)
        #expect(shown.output.contains("iOS 2.3.0 (322)") && shown.output.contains("lookup:JP"), "\(shown.output)")
        #expect(server.stop().status == 0)
        #expect(simulator.stop().status == 0)
    }

    @Test func `answers become stale without Apple, survive a restart, and become fresh again`() async throws {
        let setup = try AppleSetup()
        let port = try LastingPort.next()
        var simulator = try setup.startSimulator(port: port)
        let server = try setup.startServer(apple: port)
        try setup.createApp(on: server)
        #expect(try await seconds(within: 30) { try Self.build(server) == "321" } != nil)
        #expect(simulator.stop().status == 0)

        let asOf = try #require(try server.send("GET", to: Self.external).json?["catalog"]?["asOf"]?.stringValue)
        #expect(
            try await seconds(within: 20) {
                try server.send("GET", to: Self.external).json?["catalog"]?["stale"] == true
            }
                != nil)
        let stale = try server.send("GET", to: Self.external)
        #expect(stale.status == 200 && stale.json?["buildNumber"] == "321")
        // A response that was in flight when the simulator stopped may have arrived.
        let oldest = try #require(stale.json?["catalog"]?["asOf"]?.stringValue)
        #expect(oldest >= asOf)
        #expect(try server.send("GET", to: "/health/ready").status == 200)
        let sync = try setup.runRemote("catalog", "sync", "--app", "hashtags", server: server)
        #expect(sync.status == 75 && sync.errors.contains("the known releases stay as they were"), "\(sync.errors)")
        #expect(server.stop().status == 0)

        let again = try setup.startServer(apple: port)
        let kept = try again.send("GET", to: Self.external)
        #expect(kept.status == 200 && kept.json?["buildNumber"] == "321")
        #expect(kept.json?["catalog"]?["asOf"]?.stringValue == oldest)
        // A source is stale after some intervals, and a new server does not know the earlier interval.
        #expect(
            try await seconds(within: 30) {
                try again.send("GET", to: Self.external).json?["catalog"]?["stale"] == true
            }
                != nil)

        simulator = try setup.startSimulator(port: port)
        #expect(
            try await seconds(within: 60) {
                try again.send("GET", to: Self.external).json?["catalog"]?["stale"] == false
            }
                != nil)
        #expect(again.stop().status == 0)
        #expect(simulator.stop().status == 0)
    }
}
