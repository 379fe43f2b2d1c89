import AirworthyAuthoring
import AirworthyTrust
import Testing
import ToolTesting

/// Internal and external testers.
@Suite(.blocking, .timeLimit(.minutes(5))) struct TestFlightStory {
    private static let policy = """
        {"schema": 1, "app": "hashtags", "appleID": 6504763618, "rules": [
          {"id": "beta", "when": {"all": [{"channel": "testflight"}, {"version": "<latest"}]}, "update": "recommended"}],
         "features": {"debug-menu": {"default": false, "rules": [
           {"when": {"channel": "testflight.internal"}, "value": true}]}}}
        """

    @Test func `each audience is offered its own newest build`() async throws {
        let apple = try AppleSetup()
        let simulator = try apple.startSimulator()
        let server = try apple.startServer(apple: simulator.port)
        try apple.createApp(on: server)
        try sync(apple, to: server)
        let published = try apple.serve.publish(Self.policy, on: server, app: "hashtags")
        #expect(published.status == 201, "\(published.body)")
        func tester() throws -> Device {
            let phone = try Device(
                setup: [
                    "--source", "server=https://updates.example.com", "--app", "hashtags", "--root",
                    apple.serve.key.publicKey.base64,
                ], hosts: ["updates.example.com": server.port])
            phone.channel = "testflight"
            return phone
        }

        // Build 310 is available to internal testers only, 321 to external ones.
        let colleague = try tester()
        try await colleague.launch("2.2.1 (310)")
        try await colleague.tell("wait channel testflight.internal")
        #expect(colleague.decision.status == "recommended")
        #expect(colleague.decision.update == "2.3.0")
        #expect(colleague.has("debug-menu") == true)
        try await colleague.checkTestFlight()
        #expect(colleague.testFlight == "newer 2.3.0 (322)")

        let friend = try tester()
        try await friend.launch("2.3.0 (321)")
        try await friend.tell("wait channel testflight.external")
        #expect(friend.decision.status == "ok")
        #expect(friend.has("debug-menu") == false)
        try await friend.checkTestFlight()
        #expect(friend.testFlight == "current 2.3.0 (321)")

        // The stored channel applies offline.
        colleague.hosts = [:]
        try await colleague.launch()
        #expect(colleague.channelFound == "testflight.internal")
        #expect(colleague.has("debug-menu") == true)

        // After its review build 322 is available to both audiences, so the audience is unknown.
        let reviewed = try simulator.send(
            "POST", to: "/_simulator/build",
            body: #"{"app": "hashtags", "build": "322", "external": "IN_BETA_TESTING"}"#)
        #expect(reviewed.status == 200, "\(reviewed.body)")
        try sync(apple, to: server)
        try await friend.checkTestFlight()
        #expect(friend.testFlight == "newer 2.3.0 (322)")
        try await friend.launch("2.3.0 (322)")
        try await friend.checkTestFlight()
        #expect(friend.testFlight == "current 2.3.0 (322)")
        #expect(friend.channelFound == "testflight")
        #expect(friend.has("debug-menu") != true)
        #expect(server.stop().status == 0)
        #expect(simulator.stop().status == 0)
    }

    /// Synchronises the server's catalog with App Store Connect.
    private func sync(_ apple: AppleSetup, to server: ServeProcess) throws {
        let result = try apple.runRemote("catalog", "sync", "--app", "hashtags", server: server)
        #expect(result.status == 0, "\(result.errors)")
    }
}
