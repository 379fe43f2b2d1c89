import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing
import ToolTesting

/// The process is killed at random moments while policies are published. This proves what happens when the process
/// dies, not when the machine loses power.
@Suite struct KillTests {
    /// `make torture` asks for more.
    static let kills = ProcessInfo.processInfo.environment["AIRWORTHY_KILLS"].flatMap { Int($0) } ?? 20

    @Test(.timeLimit(.minutes(30)))
    func `every acknowledged revision outlives each of many kills, and none is half written`() async throws {
        let setup = try ServerSetup()
        try await setup.withServer { server in
            try await server.createApp("a", pins: [setup.key.publicKey])
            let first = try await server.send(
                "PUT", "/v1/admin/apps/a/policy", headers: ["If-None-Match": "*"], body: Self.policy(0))
            #expect(first.status == 201)
        }

        var acknowledged: [Int: Int] = [:]
        var number = 0
        for _ in 0..<Self.kills {
            let server = try setup.start()
            try await check(server, setup, acknowledged)
            let published = try await publishUntilKilled(server, from: number + 1)
            acknowledged.merge(published.revisions) { _, new in new }
            number = published.number
        }
        let server = try setup.start()
        try await check(server, setup, acknowledged)
        #expect(server.stop() == 0)
        #expect(acknowledged.count > Self.kills, "the kills came before anything was acknowledged")
    }

    private static func policy(_ number: Int) -> String {
        #"{"schema": 1, "app": "a", "rules": [{"id": "n\#(number)", "when": {"version": "0.0.1"}, "update": "none"}]}"#
    }

    /// Publishes one policy after the other, and kills the server at a random moment.
    /// - Returns: The number in each acknowledged revision's policy, and the last number that was sent.
    private func publishUntilKilled(
        _ server: ServerProcess, from first: Int
    ) async throws -> (revisions: [Int: Int], number: Int) {
        var tag = try await server.send("GET", "/v1/admin/apps/a/policy").entityTag ?? ""
        var revisions: [Int: Int] = [:]
        var number = first
        // After so many acknowledgements, in the middle of the request that follows.
        let survivors = Int.random(in: 1...6)
        let delay = UInt64.random(in: 0...4_000_000)
        while true {
            if revisions.count == survivors {
                async let lost = try? server.send(
                    "PUT", "/v1/admin/apps/a/policy", headers: ["If-Match": tag], body: Self.policy(number))
                try await Task.sleep(nanoseconds: delay)
                server.kill()
                if let answer = await lost, answer.status == 201, let revision = answer.json?["revision"]?.intValue {
                    revisions[revision] = number
                }
                return (revisions, number)
            }
            let answer = try await server.send(
                "PUT", "/v1/admin/apps/a/policy", headers: ["If-Match": tag], body: Self.policy(number))
            let revision = try #require(answer.json?["revision"]?.intValue, "\(answer.text)")
            tag = try #require(answer.entityTag)
            revisions[revision] = number
            number += 1
        }
    }

    /// Everything acknowledged is there, everything there is whole, and the newest is what devices get.
    private func check(_ server: ServerProcess, _ setup: ServerSetup, _ acknowledged: [Int: Int]) async throws {
        let history = try await server.send("GET", "/v1/admin/apps/a/history?limit=200")
        let listed = try #require(history.json?["revisions"]?.arrayValue, "\(history.text)")
        let revisions = listed.compactMap { $0["revision"]?.intValue }
        #expect(revisions == revisions.sorted(by: >))
        // The rest was checked in the rounds before.
        for revision in revisions.prefix(8) {
            let stored = try await server.send("GET", "/v1/admin/apps/a/manifests/\(revision)")
            let verified = try setup.verified(stored.body, app: "a")
            #expect(verified.manifest.revision == revision)
            if let number = acknowledged[revision] {
                #expect(verified.manifest.policy.rules.map(\.id) == ["n\(number)"])
            }
        }
        let oldest = revisions.last ?? 0
        #expect(acknowledged.keys.filter { $0 >= oldest }.allSatisfy { revisions.contains($0) })
        let served = try await server.send("GET", "/v1/apps/a/manifest", token: .some(nil))
        #expect(try setup.verified(served.body, app: "a").manifest.revision == revisions.first)
    }
}
