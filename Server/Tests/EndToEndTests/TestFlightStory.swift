import AirworthyTrust
import Testing
import ToolTesting

/// Testers inside and outside of the team, whom the server tells apart.
@Suite(.timeLimit(.minutes(2))) struct TestFlightStory {
    private static let policy = """
        {"schema": 1, "app": "hashtags", "appleID": 6504763618, "rules": [
          {"id": "beta", "when": {"all": [{"channel": "testflight"}, {"version": "<latest"}]}, "update": "recommended"}],
         "features": {"debug-menu": {"default": false, "rules": [
           {"when": {"channel": "testflight.internal"}, "value": true}]}}}
        """

    @Test func `each is offered the newest build of its own, and only that`() async throws {
        let apple = try AppleSetup()
        let simulator = try apple.startSimulator()
        let server = try apple.startServer(apple: simulator.port)
        try apple.createApp(on: server)
        try sync(apple, server)
        let published = try apple.serve.publish(Self.policy, on: server, app: "hashtags")
        #expect(published.status == 201, "\(published.body)")
        func tester() throws -> Device {
            let phone = try Device(
                [
                    "--source", "server=https://updates.example.com", "--app", "hashtags", "--root",
                    apple.serve.key.publicKey.base64,
                ], ["updates.example.com": server.port])
            phone.channel = "testflight"
            return phone
        }

        // 310 is with the team only, 321 with the friends only.
        let colleague = try tester()
        try await colleague.launch("2.2.1 (310)")
        try await colleague.tell("wait channel testflight.internal")
        #expect(colleague.decision.status == "recommended")
        #expect(colleague.decision.update == "2.3.0")
        #expect(colleague.has("debug-menu") == true)
        try await colleague.ask("testflight")
        #expect(colleague.testFlight == "newer 2.3.0 (322)")

        let friend = try tester()
        try await friend.launch("2.3.0 (321)")
        try await friend.tell("wait channel testflight.external")
        #expect(friend.decision.status == "ok")
        #expect(friend.has("debug-menu") == false)
        try await friend.ask("testflight")
        #expect(friend.testFlight == "current 2.3.0 (321)")

        // The channel is remembered for the build, without a network too.
        colleague.hosts = [:]
        try await colleague.launch()
        #expect(colleague.channelFound == "testflight.internal")
        #expect(colleague.has("debug-menu") == true)

        // Apple's review lets 322 out to everybody. From then on nobody can tell who has it.
        let reviewed = try simulator.send(
            "POST", to: "/_simulator/build",
            body: #"{"app": "hashtags", "build": "322", "external": "IN_BETA_TESTING"}"#)
        #expect(reviewed.status == 200, "\(reviewed.body)")
        try sync(apple, server)
        try await friend.ask("testflight")
        #expect(friend.testFlight == "newer 2.3.0 (322)")
        try await friend.launch("2.3.0 (322)")
        try await friend.ask("testflight")
        #expect(friend.testFlight == "current 2.3.0 (322)")
        #expect(friend.channelFound == "testflight")
        #expect(friend.has("debug-menu") != true)
        #expect(server.stop().status == 0)
        #expect(simulator.stop().status == 0)
    }

    /// Has the server learn what Apple knows now.
    private func sync(_ apple: AppleSetup, _ server: ServeProcess) throws {
        let result = try apple.runRemote("catalog", "sync", "--app", "hashtags", server: server)
        #expect(result.status == 0, "\(result.errors)")
    }
}
