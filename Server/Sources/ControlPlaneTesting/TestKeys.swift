package import AirworthyAuthoring
package import AirworthyTrust

/// Fixed keys for tests.
package enum TestKeys {
    /// Creates a key from one repeated byte.
    package static func key(_ byte: UInt8) throws -> PrivateKey {
        try PrivateKey(seed: [UInt8](repeating: byte, count: 32))
    }

    /// The root that the builds of test apps pin.
    package static var root: PrivateKey { get throws { try key(1) } }
    /// The online key that the builds of test apps pin, and that test servers sign with.
    package static var online: PrivateKey { get throws { try key(2) } }
    /// A key that only CI has.
    package static var ci: PrivateKey { get throws { try key(3) } }
    /// A key that no build pins.
    package static var stranger: PrivateKey { get throws { try key(4) } }

    /// Creates a keyring signed by ``root``.
    package static func keyring(epoch: Int, keys: [PrivateKey], app: String? = nil) throws -> Envelope {
        try Keyring(app: app, epoch: epoch, keys: keys.map(\.publicKey)).signed(by: [root])
    }

    /// The keys that the builds of test apps pin.
    package static var pins: [PinnedKey] {
        get throws { [PinnedKey(try root.publicKey, role: .root), PinnedKey(try online.publicKey, role: .online)] }
    }
}
