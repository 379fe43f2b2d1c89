import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

/// Apps that CI signs: the server stores and serves, and never creates a revision.
@Suite(.timeLimit(.minutes(5))) struct SignedPublishTests {
    let server: TestPlane

    init() throws { server = try TestPlane() }

    private func makeApp() async throws {
        let pins = [
            PinnedKey(try TestKeys.root.publicKey, role: .root), PinnedKey(try TestKeys.ci.publicKey, role: .online),
        ]
        try await server.makeApp(pins: pins, signing: .ci)
    }

    private func envelope(
        _ revision: Int, app: String = "hashtags", audience: String = "production", lineage: String? = "hashtags",
        floor: String = "1", key: PrivateKey? = nil, keyring: Envelope? = nil, catalog: JSONValue? = nil,
        later seconds: Double = 0
    ) throws -> [UInt8] {
        let policy = try JSONReader.read(Samples.policy(floor: floor)).jsonValue
        let issuedAt = server.clock.now.addingTimeInterval(seconds)
        let draft = ManifestDraft(
            app: app, audience: audience, lineage: lineage, revision: revision, issuedAt: issuedAt,
            expiresAt: issuedAt.addingTimeInterval(86_400), policy: policy, catalog: catalog)
        return try SignedManifest.sign(payload: draft.payload, keys: [key ?? TestKeys.ci], keyring: keyring)
    }

    private func publish(_ bytes: [UInt8]) async throws -> Publication {
        try await server.plane.publishing.publishEnvelope(bytes, to: "hashtags", note: nil, by: .server)
    }

    @Test func `an envelope is stored and served byte for byte`() async throws {
        try await makeApp()
        var bytes = try envelope(7)
        bytes.insert(contentsOf: Array(" \n".utf8), at: 1)
        let made = try await publish(bytes)
        #expect(made.isNew && made.manifest.revision == 7 && made.manifest.policyVersion == 0)
        #expect(made.entityTag == nil && made.manifest.bytes == bytes)
        #expect(try server.head().envelope == bytes)
        let again = try await publish(bytes)
        #expect(!again.isNew && again.manifest == made.manifest)
        #expect(try await publish(try envelope(8)).isNew)
    }

    enum Fault: String, CaseIterable, Sendable {
        case garbage, twice, stranger, changed, otherApp, otherAudience, otherLineage, noLineage, lower, sameOther
        case earlier, tooLarge, otherEnvelope
    }

    private func faulty(_ fault: Fault) throws -> [UInt8] {
        switch fault {
        case .garbage: return Array("<html>".utf8)
        case .twice:
            return Array(
                String(decoding: try envelope(9), as: UTF8.self).replacing(
                    "{", with: #"{"x":1,"x":2,"#, maxReplacements: 1
                ).utf8)
        case .stranger: return try envelope(9, key: TestKeys.stranger)
        case .changed:
            var signed = try SignedManifest(json: try envelope(9))
            signed.envelope.payload = try SignedManifest(json: try envelope(10)).envelope.payload
            return signed.json
        case .otherApp: return try envelope(9, app: "other")
        case .otherAudience: return try envelope(9, audience: "staging")
        case .otherLineage: return try envelope(9, lineage: "fork")
        case .noLineage: return try envelope(9, lineage: nil)
        case .lower: return try envelope(4)
        case .sameOther: return try envelope(5, floor: "3")
        case .earlier: return try envelope(4, later: -90_000)
        case .tooLarge: return try envelope(9) + [UInt8](repeating: 0x20, count: 250_000)
        case .otherEnvelope: return try envelope(5) + Array(" ".utf8)
        }
    }

    private func kind(_ fault: Fault) -> ProblemKind {
        switch fault {
        case .garbage, .twice: .invalid
        case .stranger, .changed: .notTrusted
        case .otherApp, .otherAudience, .otherLineage, .noLineage: .wrongApp
        case .lower, .sameOther, .earlier, .otherEnvelope: .revisionNotRising
        case .tooLarge: .tooLarge
        }
    }

    @Test(arguments: Fault.allCases)
    func `an envelope that devices would reject is rejected`(_ fault: Fault) async throws {
        try await makeApp()
        let first = try await publish(try envelope(5))
        let error = await #expect(throws: ControlPlaneError.self) { _ = try await publish(try faulty(fault)) }
        #expect(error?.kind == kind(fault))
        #expect(try server.head().digest == first.manifest.digest)
        #expect(try await server.plane.history.manifests("hashtags", before: nil, limit: 9).count == 1)
    }

    @Test func `a higher epoch may have a lower revision, so that a thief's high revision blocks no publish`()
        async throws
    {
        try await makeApp()
        _ = try await publish(try envelope(9_000_000))
        let keyring = try TestKeys.keyring(epoch: 1, keys: [TestKeys.stranger])
        let bytes = try envelope(6, key: TestKeys.stranger, keyring: keyring, later: 1)
        let made = try await publish(bytes)
        #expect(made.isNew && made.manifest.revision == 6)
        #expect(try server.head().revision == 6 && server.head().epoch == 1)

        // Another node loads it, and the thief's key is no longer trusted.
        let other = try server.again()
        try await other.plane.housekeeping.load()
        #expect(try other.head().revision == 6)
        let error = await #expect(throws: ControlPlaneError.self) {
            _ = try await publish(try envelope(9_000_001, later: 2))
        }
        #expect(error?.kind == .notTrusted)
    }

    @Test func `a used revision is rejected under every epoch`() async throws {
        try await makeApp()
        for revision in [5, 6] { _ = try await publish(try envelope(revision)) }
        let keyring = try TestKeys.keyring(epoch: 1, keys: [TestKeys.ci])
        let error = await #expect(throws: ControlPlaneError.self) {
            _ = try await publish(try envelope(5, floor: "7", keyring: keyring, later: 1))
        }
        #expect(error?.kind == .revisionNotRising)
    }

    @Test func `the server creates no revision of an app that CI signs`() async throws {
        try await makeApp()
        _ = try await publish(try envelope(1))
        let calls: [@Sendable () async throws -> Void] = [
            { [server] in _ = try await server.publish() },
            { [server] in
                _ = try await server.plane.publishing.rollback(
                    "hashtags", to: .policyVersion(1), expecting: .unspecified, note: nil, by: .server)
            },
            { [server] in _ = try await server.plane.publishing.bump("hashtags", atLeast: 9, by: .server) },
        ]
        for call in calls {
            let error = await #expect(throws: ControlPlaneError.self) { try await call() }
            #expect(error?.kind == .signedElsewhere)
        }
        let receipt = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        #expect(receipt.isNew && receipt.publication == nil && receipt.publishesAt == nil && receipt.alert == nil)
        #expect(try server.plane.served.app("hashtags").catalog?.catalog.releases.count == 1)
        server.clock.advance(days: 29)
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 1)
    }

    @Test func `an envelope for an app that this server signs is rejected`() async throws {
        try await server.makeApp()
        let error = await #expect(throws: ControlPlaneError.self) { _ = try await publish(try envelope(1)) }
        #expect(error?.kind == .signedHere)
    }

    @Test func `a catalog that CI signed complete or trimmed is not drift`() async throws {
        try await makeApp()
        let text = Array(
            String(decoding: Samples.catalog(), as: UTF8.self).replacing("appstore", with: "testflight").utf8)
        let receipt = try await server.plane.catalogs.importCatalog(text, for: "hashtags", by: .server)
        let whole = try JSONReader.read(receipt.record.text).jsonValue
        _ = try await publish(try envelope(1, catalog: whole))
        let head = try await server.store.read { try $0.head("hashtags") }
        #expect(head?.catalogDigest == receipt.record.manifestDigest)
    }
}
