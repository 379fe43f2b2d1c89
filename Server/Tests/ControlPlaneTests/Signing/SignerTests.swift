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
}
