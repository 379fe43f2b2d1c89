import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing
import ToolTesting

/// The process is killed at random moments while policies are published. This proves what happens when the process
/// dies, not when the machine loses power.
@Suite(.blocking) struct KillTests {
    /// The number of kills. `make torture` sets a higher one.
    static let kills = ProcessInfo.processInfo.environment["AIRWORTHY_KILLS"].flatMap { Int($0) } ?? 20

    @Test(.timeLimit(.minutes(30)))
    func `acknowledged revisions survive many kills, and none is incomplete`() throws {
        let setup = try ServeSetup()
        let first = try setup.start()
        try setup.createApp("a", pins: [setup.key.publicKey], on: first)
        #expect(try setup.publish(Self.policy(0), on: first).status == 201)
        #expect(first.stop().status == 0)

        var acknowledged: [Int: Int] = [:]
        var next = 1
        for _ in 0..<Self.kills {
            let server = try setup.start()
            try check(server, setup, acknowledged)
            let round = try publishUntilKilled(server, setup, from: next)
            acknowledged.merge(round.acknowledged) { _, new in new }
            next = round.next
        }
        let server = try setup.start()
        try check(server, setup, acknowledged)
        #expect(server.stop().status == 0)
        #expect(acknowledged.count >= Self.kills, "too little was acknowledged to prove anything")
    }

    private static func policy(_ number: Int) -> String {
        #"{"schema": 1, "app": "a", "rules": [{"id": "n\#(number)", "when": {"version": "0.0.1"}, "update": "none"}]}"#
    }

    /// Publishes one policy after the other, and kills the server at a random moment.
    /// - Returns: The number in the policy of each acknowledged revision, and the first number that was not sent.
    private func publishUntilKilled(
        _ server: ServeProcess, _ setup: ServeSetup, from first: Int
    ) throws -> (acknowledged: [Int: Int], next: Int) {
        var tag = try #require(try setup.send("GET", to: "/v1/admin/apps/a/policy", on: server).entityTag)
        var acknowledged: [Int: Int] = [:]
        var number = first
        func publish() throws -> Bool {
            let answer = try setup.publish(Self.policy(number), on: server, over: tag)
            number += 1
            // An incomplete response of a killed server acknowledges nothing.
            guard answer.status == 201, let revision = answer.json?["revision"]?.intValue, let new = answer.entityTag
            else { return false }
            tag = new
            acknowledged[revision] = number - 1
            return true
        }
        for _ in 0..<Int.random(in: 1...4) { #expect(try publish()) }
        // Kills the server during the following requests. Needs its own thread, because the requests block this one.
        let (process, delay) = (server.processID, Double.random(in: 0...0.02))
        Thread.detachNewThread {
            // Really sleeps: the test is about kills at random moments.
            Thread.sleep(forTimeInterval: delay)
            _ = Foundation.kill(process, SIGKILL)
        }
        while (try? publish()) ?? false {}
        server.wait()
        return (acknowledged, number)
    }

    /// Checks that all acknowledged revisions exist, that all revisions are complete, and that the newest one is served.
    private func check(_ server: ServeProcess, _ setup: ServeSetup, _ acknowledged: [Int: Int]) throws {
        let history = try setup.send("GET", to: "/v1/admin/apps/a/history?limit=200", on: server)
        let revisions = try #require(history.json?["revisions"]?.arrayValue).compactMap { $0["revision"]?.intValue }
        #expect(revisions == revisions.sorted(by: >))
        let oldest = revisions.last ?? 0
        #expect(acknowledged.keys.filter { $0 >= oldest }.allSatisfy { revisions.contains($0) })
        // Older revisions were checked in earlier rounds.
        for revision in revisions.prefix(12) {
            let stored = try setup.send("GET", to: "/v1/admin/apps/a/manifests/\(revision)", on: server)
            let manifest = try setup.verified(stored.body).manifest
            #expect(manifest.revision == revision)
            if let number = acknowledged[revision] { #expect(manifest.policy.rules.map(\.id) == ["n\(number)"]) }
        }
        #expect(try setup.served(by: server).manifest.revision == revisions.first)
    }
}
