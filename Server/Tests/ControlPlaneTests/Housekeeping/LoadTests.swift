import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct LoadTests {
    @Test func `a restart serves the same bytes`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.makeApp("empty")
        try await server.makeApp("gone")
        try await server.plane.apps.delete("gone", by: .server)
        try await server.publish()
        _ = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        let token = try await server.plane.tokens.create(
            TokenService.Draft(kind: .ci, name: "pipeline"), by: .server)

        let other = try server.again()
        #expect(!other.plane.served.isReady)
        try await other.plane.housekeeping.load()
        #expect(other.plane.served.isReady)
        #expect(try other.head().envelope == server.head().envelope)
        #expect(try other.head().manifest == server.head().manifest)
        #expect(other.plane.served.all.map(\.app.slug) == ["empty", "hashtags"])
        #expect(try other.plane.served.app("hashtags").catalog?.catalog.releases.count == 1)
        let empty = #expect(throws: ControlPlaneError.self) { try other.head("empty") }
        #expect(empty?.kind == .nothingPublished)
        let gone = #expect(throws: ControlPlaneError.self) { try other.head("gone") }
        #expect(gone?.kind == .gone)
        #expect(try other.plane.tokens.authenticate(token.text).name == "pipeline")
        #expect(other.plane.served.alarms.values.allSatisfy { $0 == 0 } && other.reports.names.isEmpty)
    }

    @Test func `a server without apps is ready`() async throws {
        let server = try TestPlane()
        try await server.plane.housekeeping.load()
        #expect(server.plane.served.isReady)
    }

    @Test func `loading from an unreadable store throws and leaves the server unready`() async throws {
        let server = try TestPlane()
        server.store.fail(with: .unavailable("gone"))
        await #expect(throws: StoreError.unavailable("gone")) { try await server.plane.housekeeping.load() }
        #expect(!server.plane.served.isReady)
        server.store.fail(with: nil)
        try await server.plane.housekeeping.load()
        #expect(server.plane.served.isReady)
        // A later failure does not change that.
        server.store.fail(with: .locked)
        await #expect(throws: StoreError.locked) { try await server.plane.housekeeping.poll() }
        await server.plane.housekeeping.renew()
        #expect(server.plane.served.isReady)
    }

    @Test func `with a wrong signing key the manifest in force is served, publishing fails, and an alarm is raised`()
        async throws
    {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.makeApp(
            "birthdays", pins: try TestKeys.pins + [PinnedKey(TestKeys.stranger.publicKey, role: .online)])
        for app in ["hashtags", "birthdays"] { try await server.publish(to: app) }

        let wrong = try server.again(keys: [try TestKeys.stranger])
        try await wrong.plane.housekeeping.load()
        #expect(try wrong.head().envelope == server.head().envelope)
        let problem = try wrong.plane.served.app("hashtags").problem
        #expect(problem?.contains("do not trust") == true)
        #expect(wrong.plane.served.alarms["not-trusted"] == 1)
        #expect(wrong.reports.names == ["head.not-trusted"])
        let error = await #expect(throws: ControlPlaneError.self) {
            try await wrong.publish(Samples.policy(floor: "2"))
        }
        #expect(error?.kind == .notTrusted)
        #expect(try wrong.plane.served.app("birthdays").problem == nil)
        #expect(try await wrong.publish(Samples.policy(floor: "2"), to: "birthdays").isNew)
    }

    enum Damage: String, CaseIterable, Sendable {
        case otherPins, lostBytes, changedBytes, otherRevision
    }

    @Test(arguments: Damage.allCases)
    func `an unusable manifest degrades only its app`(_ damage: Damage) async throws {
        let server = try TestPlane()
        for app in ["birthdays", "hashtags"] {
            try await server.makeApp(app)
            try await server.publish(to: app)
        }
        try await server.store.write { transaction in
            guard case .live(let old) = try transaction.app("hashtags"),
                let record = try transaction.manifest("hashtags", revision: 1)
            else { return }
            switch damage {
            case .otherPins:
                var app = old
                app.pins = [PinnedKey(try TestKeys.stranger.publicKey, role: .online)]
                try transaction.updateApp(app, replacing: old)
            case .lostBytes, .changedBytes: break
            case .otherRevision:
                _ = try transaction.advanceHead(from: 1, to: Head(app: "hashtags", revision: 2, policyVersion: 1))
                try transaction.insertManifest(
                    ManifestRecord(
                        app: "hashtags", revision: 2, policyVersion: 1, digest: record.digest,
                        payloadDigest: record.payloadDigest, bytes: record.bytes, size: record.size, cause: .publish,
                        issuedAt: record.issuedAt, expiresAt: record.expiresAt, author: "x"))
            }
        }
        if damage == .lostBytes { try await server.store.damage("hashtags", revision: 1, bytes: nil) }
        if damage == .changedBytes {
            try await server.store.damage("hashtags", revision: 1, bytes: try server.head().envelope + [0x20])
        }
        // Without a key the node cannot reissue the manifest.
        let other = try server.again(keys: [])
        try await other.plane.housekeeping.load()
        #expect(other.plane.served.isReady)
        let error = #expect(throws: ControlPlaneError.self) { try other.head() }
        #expect(error?.kind == .degraded && error?.detail.isEmpty == false)
        #expect(try other.head("birthdays").revision == 1)
        let alarm = damage == .otherPins ? "not-trusted" : "unreadable"
        #expect(other.plane.served.alarms[alarm, default: 0] > 0)
        #expect(other.reports.facts.contains { $0["app"] == "hashtags" && $0["problem"] != nil })

        // A node with a key reissues it, if the app's builds trust the key.
        let able = try server.again()
        try await able.plane.housekeeping.load()
        if damage == .otherPins {
            #expect(throws: ControlPlaneError.self) { try able.head() }
            #expect(able.reports.names.contains("renewal.failed"))
        } else {
            #expect(try able.head().revision > 1)
        }
    }

    @Test func `after a restore the manifest is reissued above the restored counter`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let first = try await server.publish()
        try await server.store.write { transaction in
            let head = Head(
                app: "hashtags", revision: 1, policyVersion: 1, nextRevision: 1_800_000_000, needsReissue: true)
            _ = try transaction.advanceHead(from: 1, to: head)
        }
        let restored = try server.again()
        try await restored.plane.housekeeping.load()
        let head = try restored.head()
        #expect(head.revision == 1_800_000_000 && head.policyVersion == 1)
        #expect(try await restored.plane.publishing.currentPolicy(of: "hashtags").entityTag == first.entityTag)
        #expect(try await restored.publish(Samples.policy(floor: "2")).manifest.revision == 1_800_000_001)
        // It is reissued only once.
        let again = try server.again()
        try await again.plane.housekeeping.load()
        #expect(try again.head().revision == 1_800_000_001)
    }

    @Test func `a new keyring is published at once`() async throws {
        let server = try TestPlane(keyring: try TestKeys.keyring(epoch: 1, keys: [TestKeys.online]))
        try await server.makeApp()
        try await server.publish()
        let rotated = try server.again(
            keys: [try TestKeys.stranger], keyring: try TestKeys.keyring(epoch: 2, keys: [TestKeys.stranger]))
        try await rotated.plane.housekeeping.load()
        #expect(try rotated.head().revision == 2 && rotated.head().epoch == 2)
        #expect(try rotated.plane.served.app("hashtags").problem == nil)
        await rotated.plane.housekeeping.renew()
        #expect(try rotated.head().revision == 2)
    }

    @Test func `the server is ready before manifests that are due are reissued, some of them at the same time`()
        async throws
    {
        let server = try TestPlane()
        for number in 1...20 {
            try await server.makeApp("app-\(number)")
            try await server.publish(to: "app-\(number)")
        }
        server.clock.advance(days: 29)
        let other = try server.again()
        let seen = Mutex((running: 0, most: 0, isReady: true))
        server.store.beforeWrites {
            seen.withLock { seen in
                seen.isReady = seen.isReady && other.plane.served.isReady
                seen.running += 1
                seen.most = max(seen.most, seen.running)
            }
            await Task.yield()
            seen.withLock { $0.running -= 1 }
        }
        try await other.plane.housekeeping.load()
        #expect(seen.withLock { $0.isReady && (2...4).contains($0.most) })
        #expect((1...20).allSatisfy { number in (try? other.head("app-\(number)").revision) == 2 })
    }

    @Test func `a thousand apps load, although one is broken`() async throws {
        let server = try TestPlane()
        for number in 1...1_000 { try await server.makeApp("app-\(number)") }
        for number in stride(from: 1, through: 1_000, by: 50) { try await server.publish(to: "app-\(number)") }
        try await server.store.damage("app-51", revision: 1, bytes: [1, 2, 3])
        let other = try server.again(keys: [])
        try await other.plane.housekeeping.load()
        #expect(other.plane.served.isReady && other.plane.served.all.count == 1_000)
        #expect(try other.head("app-951").revision == 1)
        #expect(throws: ControlPlaneError.self) { try other.head("app-51") }
    }
}
