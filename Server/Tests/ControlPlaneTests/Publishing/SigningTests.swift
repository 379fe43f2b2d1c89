import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

/// The conditions and the keys for signing.
@Suite(.timeLimit(.minutes(5))) struct SigningTests {
    @Test(arguments: [(-601.0, true), (-600, false), (0, false), (600, false), (601, true), (.nan, true)])
    func `a clock more than ten minutes off Apple's prevents signing`(offset: Double, isRefused: Bool) async throws {
        let server = try TestPlane(offset: offset)
        try await server.makeApp()
        guard isRefused else {
            #expect(try await server.publish().isNew)
            return
        }
        let error = await #expect(throws: ControlPlaneError.self) { try await server.publish() }
        #expect(error?.kind == .clockWrong)
    }

    @Test func `a clock less than ten minutes before the manifest in force signs with that manifest's date`()
        async throws
    {
        let server = try TestPlane()
        try await server.makeApp()
        let first = try await server.publish()
        server.clock.advance(minutes: -10)
        #expect(try await server.publish(Samples.policy(floor: "2")).manifest.issuedAt == first.manifest.issuedAt)
    }

    @Test func `a clock more than ten minutes before the manifest in force prevents signing`() async throws {
        let server = try TestPlane(offset: nil)
        try await server.makeApp()
        try await server.publish()
        server.clock.advance(seconds: -601)
        let error = await #expect(throws: ControlPlaneError.self) {
            try await server.publish(Samples.policy(floor: "2"))
        }
        #expect(error?.kind == .clockWrong)
        server.clock.advance(seconds: 1)
        #expect(try await server.publish(Samples.policy(floor: "2")).isNew)
    }

    @Test func `without a key publishing fails, and preflight works`() async throws {
        let server = try TestPlane(keys: [])
        try await server.makeApp()
        let error = await #expect(throws: ControlPlaneError.self) { try await server.publish() }
        #expect(error?.kind == .noSigningKey)
        #expect(try await server.plane.publishing.preflight(Samples.policy(), for: "hashtags").size > 100)
    }

    @Test func `a manifest that the app's builds would reject is not published`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        await server.plane.housekeeping.replaceSigner(keys: [try TestKeys.stranger], keyring: nil)
        let error = await #expect(throws: ControlPlaneError.self) { try await server.publish() }
        #expect(error?.kind == .notTrusted)
        #expect(error?.detail.contains(try TestKeys.stranger.publicKey.id) == true)
        #expect(try await server.plane.history.policies("hashtags", before: nil, limit: 1).isEmpty)
    }

    @Test func `an app whose builds would reject everything that this server signs is not created`() async throws {
        let server = try TestPlane(keys: [try TestKeys.stranger])
        let error = await #expect(throws: ControlPlaneError.self) { try await server.makeApp() }
        #expect(error?.kind == .notTrusted && error?.pointer == "/pins")
        #expect(error?.detail.hasPrefix("the app was not created: this server signs with ") == true)
        await #expect(throws: ControlPlaneError.self) { try await server.plane.apps.app("hashtags") }
        try await server.makeApp(pins: [PinnedKey(try TestKeys.stranger.publicKey, role: .online)])
    }

    @Test func `every configured key signs, and the envelope has the keyring`() async throws {
        let keys = [try TestKeys.online, try TestKeys.stranger]
        let keyring = try TestKeys.keyring(epoch: 1, keys: keys)
        let server = try TestPlane(keys: keys, keyring: keyring)
        try await server.makeApp()
        let envelope = try SignedManifest(json: try #require(try await server.publish().manifest.bytes))
        #expect(envelope.envelope.signatures.map(\.keyID) == keys.map(\.publicKey.id))
        #expect(envelope.keyring == keyring)
        #expect(try server.head().epoch == 1)
    }

    @Test func `a keyring that the app's builds would reject is left out of its manifests`() async throws {
        let keyring = try TestKeys.keyring(epoch: 1, keys: [TestKeys.online])
        let server = try TestPlane(keyring: keyring)
        // These builds pin the online key and no root.
        try await server.makeApp("trial", pins: [PinnedKey(try TestKeys.online.publicKey, role: .online)])
        let made = try await server.publish(to: "trial")
        #expect(try SignedManifest(json: try #require(made.manifest.bytes)).keyring == nil)
    }

    @Test func `an older keyring than the one in force is rejected`() async throws {
        let server = try TestPlane(keyring: try TestKeys.keyring(epoch: 2, keys: [TestKeys.online]))
        try await server.makeApp()
        try await server.publish()
        let older = try server.again(keyring: try TestKeys.keyring(epoch: 1, keys: [TestKeys.online]))
        try await older.plane.housekeeping.load()
        let error = await #expect(throws: ControlPlaneError.self) {
            try await older.publish(Samples.policy(floor: "2"))
        }
        #expect(error?.kind == .notTrusted)
    }

    @Test func `preflight returns the exact size and the differences`() async throws {
        let server = try TestPlane(keyring: try TestKeys.keyring(epoch: 1, keys: [TestKeys.online]))
        try await server.makeApp()
        let text = Samples.policy(floor: "2")
        let before = try await server.plane.publishing.preflight(text, for: "hashtags")
        #expect(before.basedOn == nil && !before.changesNothing && before.diff.rules.map(\.name) == ["floor"])
        let made = try await server.publish(text)
        #expect(made.manifest.size == before.size)
        let after = try await server.plane.publishing.preflight(text, for: "hashtags")
        #expect(after.basedOn == made.entityTag && after.changesNothing && after.diff.isEmpty)
        let bad = try await server.plane.publishing.preflight(Samples.badPolicy, for: "hashtags")
        #expect(bad.isRefused && bad.findings.first?.code == "empty-range" && bad.findings.first?.position != nil)
        #expect(try server.head().revision == 1)
    }

    @Test func `a call without the right or the app is rejected`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let cases: [(Rights, Set<String>?, ProblemKind)] = [
            ([.read], nil, .forbidden), (.all, ["other"], .notFound),
        ]
        for (rights, apps, kind) in cases {
            let principal = Principal(.server, name: "x", rights: rights, apps: apps)
            let calls: [@Sendable () async throws -> Void] = [
                {
                    _ = try await server.plane.publishing.publish(
                        Samples.policy(), to: "hashtags", expecting: .nothingPublished, note: nil, forced: nil,
                        by: principal)
                },
                {
                    _ = try await server.plane.publishing.publishEnvelope(
                        [], to: "hashtags", note: nil, by: principal)
                },
                {
                    _ = try await server.plane.publishing.rollback(
                        "hashtags", to: .policyVersion(1), expecting: .unspecified, note: nil, by: principal)
                },
                { _ = try await server.plane.publishing.bump("hashtags", atLeast: 9, by: principal) },
                {
                    _ = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: principal)
                },
                { _ = try await server.plane.apps.update("hashtags", by: principal) { _ in } },
                { try await server.plane.apps.delete("hashtags", by: principal) },
            ]
            for call in calls {
                let error = await #expect(throws: ControlPlaneError.self) { try await call() }
                #expect(error?.kind == kind)
            }
        }
    }

    @Test func `a missing app is not found, and a deleted one is gone`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        try await server.plane.apps.delete("hashtags", by: .server)
        for (slug, kind) in [("hashtags", ProblemKind.gone), ("nothing", .notFound)] {
            let calls: [@Sendable () async throws -> Void] = [
                { _ = try await server.plane.publishing.preflight(Samples.policy(), for: slug) },
                { _ = try await server.publish(to: slug) },
                { _ = try await server.plane.publishing.currentPolicy(of: slug) },
                { _ = try await server.plane.publishing.bump(slug, atLeast: 9, by: .server) },
                { _ = try await server.plane.catalogs.storedCatalog(of: slug) },
                { _ = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: slug, by: .server) },
                { _ = try await server.plane.history.manifests(slug, before: nil, limit: 1) },
                { _ = try await server.plane.history.policy(slug, version: 1) },
                { _ = try await server.plane.history.diff(slug, from: 1, to: nil) },
                { _ = try await server.plane.apps.app(slug) },
                { _ = try server.plane.served.app(slug) },
            ]
            for call in calls {
                let error = await #expect(throws: ControlPlaneError.self) { try await call() }
                #expect(error?.kind == kind)
            }
        }
    }
}
