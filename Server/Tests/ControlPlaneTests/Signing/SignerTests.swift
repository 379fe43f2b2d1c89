import AirworthyAuthoring
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import ServerSupport
import Testing

@Suite struct SignerTests {
    /// Apps that pin different roots, and one slug more with the same roots.
    private static func apps() throws -> [App] {
        let root = PinnedKey(try TestKeys.root.publicKey, role: .root)
        let stranger = PinnedKey(try TestKeys.stranger.publicKey, role: .root)
        let online = PinnedKey(try TestKeys.online.publicKey, role: .online)
        let named: [(slug: String, pins: [PinnedKey])] = [
            ("hashtags", [root, online]), ("birthdays", [root, online]), ("both", [stranger, root]),
            ("lost", [stranger, online]), ("pinned", [online]),
        ]
        return named.map { slug, pins in
            App(slug: slug, bundleID: "com.example.\(slug)", pins: pins, createdAt: FixedClock.start)
        }
    }

    @Test(arguments: [nil, "hashtags"], UInt64(1)...5)
    func `the keyring goes to the apps whose builds accept it, in any order of questions`(app: String?, seed: UInt64)
        throws
    {
        let keyring = try TestKeys.keyring(epoch: 3, keys: [TestKeys.online], app: app)
        let signer = Signer(keys: [try TestKeys.online], keyring: keyring)
        let apps = try Self.apps()
        var random = Seeded(seed)
        for _ in 0..<40 {
            let asked = try #require(apps.randomElement(using: &random))
            let accepted = try? Keyring.verify(keyring, pins: asked.trustPins)
            #expect(signer.keyring(for: asked) == (accepted == nil ? nil : keyring), "\(asked.slug)")
        }
    }

    @Test func `a keyring for another app is named with the command that helps, before anything is published`()
        async throws
    {
        let keyring = try TestKeys.keyring(epoch: 3, keys: [TestKeys.online], app: "hashtags")
        let server = try TestPlane(keyring: try TestKeys.keyring(epoch: 2, keys: [TestKeys.online]))
        let root = [PinnedKey(try TestKeys.root.publicKey, role: .root)]
        for slug in ["hashtags", "birthdays"] { try await server.makeApp(slug, pins: root, appleID: nil) }
        await server.plane.housekeeping.replaceSigner(keys: [try TestKeys.online], keyring: keyring)
        try await server.publish(to: "hashtags")
        let sentences = [
            await #expect(throws: ControlPlaneError.self) {
                _ = try await server.plane.publishing.preflight(Samples.policy(), for: "birthdays")
            },
            await #expect(throws: ControlPlaneError.self) { try await server.publish(to: "birthdays") },
        ]
        for error in sentences {
            #expect(error?.kind == .notTrusted)
            #expect(error?.detail.hasPrefix("the keyring is for the app \"hashtags\" only") == true)
            #expect(error?.detail.contains("airworthy keyring --root ROOT.key --online ONLINE.pub --epoch 4 ") == true)
        }
        #expect(server.plane.signer.problem(for: try await server.plane.apps.app("birthdays")) == sentences[0]?.detail)
        let all = try TestKeys.keyring(epoch: 4, keys: [TestKeys.online])
        await server.plane.housekeeping.replaceSigner(keys: [try TestKeys.online], keyring: all)
        try await server.publish(to: "birthdays")
    }
}
