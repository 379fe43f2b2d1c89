import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlaneTesting
import Foundation
import Testing

@testable import ControlPlane

/// Revisions near the highest integer, which would freeze an app.
@Suite(.timeLimit(.minutes(5))) struct BurntRevisionTests {
    private let server: TestPlane

    init() throws { server = try TestPlane() }

    /// Stores a signed manifest with a revision that today's server would refuse to create.
    private func burn(_ revision: Int = .max - 1) async throws {
        try await server.makeApp()
        try await server.publish()
        let draft = ManifestDraft(
            app: "hashtags", audience: "production", lineage: "hashtags", revision: revision, policyVersion: 1,
            issuedAt: server.clock.now, expiresAt: server.clock.now.addingTimeInterval(2_592_000),
            policy: try JSONReader.read(Samples.policy()).jsonValue)
        let bytes = try SignedManifest.sign(payload: draft.payload, keys: [TestKeys.online])
        let record = ManifestRecord(
            app: "hashtags", revision: revision, policyVersion: 1, digest: ContentDigest.hex(bytes),
            payloadDigest: ContentDigest.hex(draft.payload), bytes: bytes, size: bytes.count, cause: .renewal,
            issuedAt: server.clock.now, expiresAt: nil, author: "thief", note: nil)
        try await server.store.write { transaction in
            try transaction.insertManifest(record)
            _ = try transaction.advanceHead(
                from: 1,
                to: Head(app: "hashtags", revision: revision, policyVersion: 1, nextRevision: revision + 1))
        }
    }

    /// Returns a restarted server with another online key, in a keyring of `epoch`.
    private func rotated(epoch: Int) throws -> TestPlane {
        try server.again(
            keys: [try TestKeys.ci], keyring: try TestKeys.keyring(epoch: epoch, keys: [try TestKeys.ci]))
    }

    @Test(arguments: [86_401, 9_223_372_036_854_775_805, Int.max - 1, Int.max])
    func `a bump more than a day above the clock is rejected, and publishing goes on`(beyond: Int) async throws {
        try await server.makeApp()
        try await server.publish()
        let now = Int(server.clock.now.timeIntervalSince1970)
        let floor = beyond == 86_401 ? now + beyond : beyond
        let error = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.publishing.bump("hashtags", atLeast: floor, by: .server)
        }
        #expect(error?.kind == .invalid && error?.pointer == "/atLeast")
        #expect(error?.detail.contains("the highest number is \(now + 86_400) now") == true)
        #expect(try await server.publish(Samples.policy(floor: "2")).manifest.revision == 2)
    }

    @Test func `a bump reaches a day above the clock, or above the revision in force`() async throws {
        try await server.makeApp()
        try await server.publish()
        let highest = Int(server.clock.now.timeIntervalSince1970) + 86_400
        for number in [highest, highest + 86_400] {
            let made = try await server.plane.publishing.bump("hashtags", atLeast: number, by: .server)
            #expect(made.manifest.revision == number)
        }
    }

    @Test func `raising a revision takes the right to manage the app`() async throws {
        try await server.makeApp()
        try await server.publish()
        let pipeline = Principal(.server, name: "ci", rights: TokenKind.ci.rights, apps: ["hashtags"])
        let error = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.publishing.bump("hashtags", atLeast: 9, by: pipeline)
        }
        #expect(error?.kind == .forbidden)
        let manager = Principal(.server, name: "me", rights: .apps)
        #expect(try await server.plane.publishing.bump("hashtags", atLeast: 9, by: manager).isNew)
    }

    @Test func `a frozen app stays frozen under the same keys, and the error names the remedy`() async throws {
        try await burn()
        let error = await #expect(throws: ControlPlaneError.self) {
            try await server.publish(Samples.policy(floor: "2"))
        }
        #expect(error?.kind == .revisionNotRising)
        #expect(error?.detail.contains("a keyring of a higher epoch") == true)
    }

    @Test func `a keyring of a higher epoch lowers a burnt counter to the Unix time`() async throws {
        try await burn()
        let device = try #require(
            try? SignedManifest.verify(
                try await server.store.read { try $0.manifest("hashtags", revision: .max - 1)?.bytes ?? [] },
                pins: try await server.plane.apps.app("hashtags").trustPins, now: server.clock.now
            ).get())
        let after = try rotated(epoch: 2)
        try await after.plane.housekeeping.load()
        let now = Int(after.clock.now.timeIntervalSince1970)
        let healed = try after.head()
        #expect(healed.revision == now && healed.epoch == 2)
        // A device that had accepted the burnt revision accepts the lower one.
        let app = try await after.plane.apps.app("hashtags")
        let accepted = try SignedManifest.verify(
            healed.envelope, pins: app.trustPins, state: device.newState, now: after.clock.now
        ).get()
        #expect(accepted.manifest.revision == now)
        #expect(try await after.publish(Samples.policy(floor: "2")).manifest.revision == now + 1)
        // Another node and a restart follow.
        let another = try after.again(
            keys: [try TestKeys.ci], keyring: try TestKeys.keyring(epoch: 2, keys: [try TestKeys.ci]))
        try await another.plane.housekeeping.load()
        #expect(try another.head().revision == now + 1)
        #expect(another.plane.served.alarms.values.allSatisfy { $0 == 0 })
    }

    @Test func `a lowered counter uses no revision twice`() async throws {
        let now = Int(server.clock.now.timeIntervalSince1970)
        try await burn()
        let used = ManifestRecord(
            app: "hashtags", revision: now + 50, policyVersion: 1, digest: "d", payloadDigest: "p", bytes: nil, size: 1,
            cause: .publish, issuedAt: server.clock.now, expiresAt: nil, author: "me", note: nil)
        try await server.store.write { try $0.insertManifest(used) }
        let after = try rotated(epoch: 1)
        try await after.plane.housekeeping.load()
        #expect(try after.head().revision == now + 51)
    }

    @Test func `a higher epoch leaves an ordinary counter alone`() async throws {
        try await server.makeApp()
        try await server.publish()
        let after = try rotated(epoch: 2)
        try await after.plane.housekeeping.load()
        #expect(try after.head().revision == 2)
    }

    @Test(arguments: [0, 1_795_176_000, .max - 86_401, .max - 86_400, .max - 1, .max])
    func `the limit is always below the highest integer`(revision: Int) {
        let highest = RevisionLimit.highest(above: revision, at: server.clock.now)
        #expect(highest < .max && highest >= min(revision, .max - 1))
        #expect(highest - max(min(revision, .max - 1), 1_795_176_000) <= RevisionLimit.margin)
    }
}
