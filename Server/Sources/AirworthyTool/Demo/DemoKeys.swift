import AirworthyPolicy
import AirworthyTrust
import Foundation

/// The keys of a demo, as `keys new` and `keyring` would make them. A real root never lies beside the server.
struct DemoKeys {
    /// The files of the online key and of the keyring.
    let online: String
    let keyring: String
    /// What the apps' builds would pin.
    let pins: [PinnedKey]

    /// Takes the keys of the folder, or makes them.
    init(in folder: String) throws {
        online = folder + "/online.key"
        keyring = folder + "/keyring.json"
        let roots = ["root-primary", "root-backup"].map { "\(folder)/\($0).key" }
        if !FileManager.default.fileExists(atPath: keyring) {
            let keys = try roots.map { try Self.make($0) }
            let envelope = try Keyring(epoch: 1, issuedAt: Clock.now(), keys: [Self.make(online).publicKey])
                .signed(by: [keys[0]])
            try OutputFile.write(envelope.jsonValue.jsonBytes(), to: keyring)
        }
        pins = try roots.map { PinnedKey(try PrivateKey(file: $0).publicKey, role: .root) }
    }

    private static func make(_ path: String) throws -> PrivateKey {
        // Left over from a demo that was killed before it was ready.
        if FileManager.default.fileExists(atPath: path) { return try PrivateKey(file: path) }
        let key = try PrivateKey.generate()
        try OutputFile.create(path, mode: 0o600, Array(key.pem.utf8))
        return key
    }
}
