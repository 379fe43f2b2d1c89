import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import AppStoreSimulator
import Foundation

/// `airworthy serve` and `airworthy simulator` as separate processes, started like a new user would start them.
package struct AppleSetup {
    package struct Failed: Error { let errors: String }

    /// One app with a build for each audience, and its version on the App Store of Japan. The rate limit is high, so that
    /// the tests take seconds instead of minutes.
    private static let scenario = """
        {"schema": 1, "limits": {"hour": 1000000}, "apps": [
          {"id": "6504763618", "bundleID": "com.example.hashtags", "name": "hashtags", "sku": "h1",
           "storefronts": ["JP"],
           "groups": [{"name": "team", "internal": true, "created": "-P90D"},
                      {"name": "friends", "publicLink": "hAsHt4gS", "created": "-P90D"}],
           "builds": [
             {"version": "2.3.0", "build": "322", "uploaded": "-P2D", "minimumOS": "16.0", "groups": ["team", "friends"],
              "external": "WAITING_FOR_BETA_REVIEW", "review": "WAITING_FOR_REVIEW"},
             {"version": "2.3.0", "build": "321", "uploaded": "-P4D", "minimumOS": "16.0", "groups": ["friends"],
              "internal": "READY_FOR_BETA_TESTING",
              "external": "IN_BETA_TESTING", "review": "APPROVED"},
             {"version": "2.2.1", "build": "310", "uploaded": "-P12D", "minimumOS": "16.0", "groups": ["team"]}],
           "versions": [{"version": "2.2.1", "build": "310", "created": "-P10D", "released": "-P8D"}]}]}
        """
    private static let issuer = "57246542-96fe-1a63-e053-0824d011072a"

    package let serve: ServeSetup
    private let scenario: String
    private let key: String
    private let secret: String

    package init() throws {
        serve = try ServeSetup()
        let made = AppStoreSimulator.ConnectKey(id: "2X9R4HXF34", issuerID: Self.issuer)
        scenario = try serve.folder.write(Self.scenario, to: "scenario.json")
        guard let pem = made.privateKeyPEM else { throw Failed(errors: "the key has no secret") }
        key = try serve.folder.write(pem, to: "AuthKey_2X9R4HXF34.p8")
        secret = try serve.folder.write("0123456789abcdef0123\n", to: "hook.secret")
    }

    /// Starts the simulator, on a free port or on one that another test will not get meanwhile: see ``LastingPort``.
    package func startSimulator(port: Int = 0) throws -> ServeProcess {
        try ServeProcess(
            ["--port", "\(port)", "--scenario", scenario, "--key", key, "--issuer", Self.issuer], command: "simulator")
    }

    /// Starts the server, or one of several on the PostgreSQL database with this URL, and returns it when it is ready. It
    /// queries the simulator on the port `apple`, App Store Connect every `interval` seconds.
    package func startServer(apple: Int, interval: Int = 1, database: String? = nil) throws -> ServeProcess {
        let url = "http://127.0.0.1:\(apple)"
        return try serve.start(
            database.map { ["--database", $0] } ?? [],
            environment: [
                "AIRWORTHY_APPLE_KEYS": "2X9R4HXF34@\(Self.issuer)=file:\(key)", "AIRWORTHY_APPLE_URL": url,
                "AIRWORTHY_APPLE_INTERVAL": "\(interval)", "AIRWORTHY_LOOKUP_URL": url,
                "AIRWORTHY_LOOKUP_INTERVAL": "5",
                "AIRWORTHY_WEBHOOKS_SECRETS": "hashtags=file:\(secret)",
            ])
    }

    package func createApp(on server: ServeProcess) throws {
        try serve.createApp(
            "hashtags", pins: [serve.key.publicKey], role: "root",
            members: #", "appleID": 6504763618, "storefronts": ["JP"]"#, on: server)
    }

    /// Runs a command that queries Apple.
    package func runApple(_ arguments: String..., simulator: ServeProcess) throws -> Tool.Result {
        try serve.folder.run(
            arguments + ["--url", "http://127.0.0.1:\(simulator.port)"],
            environment: ["AIRWORTHY_APPLE_KEY_FILE": key, "AIRWORTHY_APPLE_ISSUER": Self.issuer])
    }

    /// Runs a command that sends requests to the server.
    package func runRemote(_ arguments: String..., server: ServeProcess) throws -> Tool.Result {
        try serve.folder.run(
            arguments,
            environment: ["AIRWORTHY_SERVER": "http://127.0.0.1:\(server.port)", "AIRWORTHY_TOKEN": serve.token])
    }

    package func registerWebhook(_ simulator: ServeProcess, to server: ServeProcess) throws {
        let result = try runApple(
            "webhooks", "register", "http://127.0.0.1:\(server.port)/hooks/app-store-connect/hashtags", "--secret-file",
            secret, "--app", "com.example.hashtags", simulator: simulator)
        guard result.status == 0 else { throw Failed(errors: result.errors) }
    }
}

/// Polls a condition until it holds. It uses a new thread, because all threads of the tests may be busy for seconds.
/// Returns the seconds until the condition held; `nil` if it did not hold within `limit`.
package func seconds(within limit: Double, until isTrue: @escaping () throws -> Bool) async throws -> Double? {
    // Not shared: the caller waits until the thread has ended.
    nonisolated(unsafe) let isTrue = isTrue
    return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            continuation.resume(
                with: Result {
                    let start = Date()
                    while true {
                        if try isTrue() { return Date().timeIntervalSince(start) }
                        guard Date().timeIntervalSince(start) < limit else { return nil }
                        // Really sleeps: another process changes the condition, and it needs the processor.
                        Thread.sleep(forTimeInterval: 0.02)
                    }
                })
        }
    }
}
