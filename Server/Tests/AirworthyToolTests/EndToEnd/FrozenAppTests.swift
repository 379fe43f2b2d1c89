import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import Foundation
import Persistence
import PersistenceSQLite
import Testing
import ToolTesting

/// The recovery of an app whose revisions were used up before they had a limit, with a real process and database.
@Suite(.timeLimit(.minutes(5))) struct FrozenAppTests {
    private static let policy = #"{"schema": 1, "app": "a", "rules": []}"#

    /// Stores a signed manifest with the highest revision, as a server without a limit did.
    private static func freeze(_ setup: ServeSetup, over revision: Int) async throws -> [UInt8] {
        let directory = DataDirectory(setup.data)
        let lock = try ProcessLock(directory)
        let database = try await SQLiteDatabase.open(lock, at: Date())
        let (now, burnt) = (Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)), Int.max - 1)
        let draft = ManifestDraft(
            app: "a", audience: "production", lineage: "a", revision: burnt, policyVersion: 1, issuedAt: now,
            expiresAt: now.addingTimeInterval(2_592_000), policy: try JSONReader.read(policy).jsonValue)
        let bytes = try SignedManifest.sign(payload: draft.payload, keys: [setup.key])
        let record = ManifestRecord(
            app: "a", revision: burnt, policyVersion: 1, digest: ContentDigest.hex(bytes),
            payloadDigest: ContentDigest.hex(draft.payload), bytes: bytes, size: bytes.count, cause: .renewal,
            issuedAt: now, expiresAt: nil, author: "pipeline", note: nil)
        try await database.store.write { transaction in
            try transaction.insertManifest(record)
            _ = try transaction.advanceHead(
                from: revision, to: Head(app: "a", revision: burnt, policyVersion: 1, nextRevision: .max))
        }
        try database.close()
        lock.release()
        return bytes
    }

    @Test func `a frozen app recovers with a keyring of a higher epoch`() async throws {
        let (setup, root, second) = (try ServeSetup(), try PrivateKey.generate(), try PrivateKey.generate())
        let pins = Pins(
            app: "a", keys: [PinnedKey(root.publicKey, role: .root), PinnedKey(setup.key.publicKey, role: .online)])
        let before = try setup.start()
        let keys = pins.keys.map { #"{"key": "\#($0.key.base64)", "role": "\#($0.role.rawValue)"}"# }
        let created = try setup.send(
            "POST", to: "/v1/admin/apps", on: before,
            body: #"{"slug": "a", "bundleID": "com.example.a", "pins": [\#(keys.joined(separator: ", "))]}"#)
        #expect(created.status == 201, "\(created.body)")
        let first = try setup.publish(Self.policy, on: before)
        let revision = try #require(first.json?["revision"]?.intValue)
        #expect(before.stop().status == 0)

        let burnt = try await Self.freeze(setup, over: revision)
        let phone = try SignedManifest.verify(burnt, pins: pins, now: Date()).get().newState
        let frozen = try setup.start()
        let next = Self.policy.replacing("[]", with: #"[{"id": "n", "when": {"version": "1"}, "update": "none"}]"#)
        let refused = try setup.publish(next, on: frozen, over: first.entityTag)
        #expect(refused.problem == "urn:airworthy:problem:revision-not-rising", "\(refused.body)")
        #expect(frozen.stop().status == 0)

        _ = try setup.folder.write(second.pem, to: "second.key")
        let keyring = try Keyring(app: "a", epoch: 2, keys: [second.publicKey]).signed(by: [root])
        let ring = try setup.folder.write(
            String(decoding: keyring.jsonValue.jsonBytes(), as: UTF8.self), to: "ring.json")
        let start = Int(Date().timeIntervalSince1970)
        let healed = try setup.start(key: "second.key", environment: ["AIRWORTHY_SIGNING_KEYRING": ring])
        for policy in [nil, next] {
            if let policy {
                let answer = try setup.publish(policy, on: healed, over: first.entityTag)
                #expect(answer.status == 201, "\(answer.body)")
            }
            let served = Array(try healed.send("GET", to: "/v1/apps/a/manifest").body.utf8)
            let verified = try SignedManifest.verify(served, pins: pins, state: phone, now: Date()).get()
            let number = try #require(verified.manifest.revision)
            #expect(verified.epoch == 2 && number >= start && number < start + 600)
            #expect(verified.manifest.policy.rules.count == (policy == nil ? 0 : 1))
        }
        #expect(healed.stop().status == 0)
    }
}
