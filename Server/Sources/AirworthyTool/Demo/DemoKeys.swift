import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation

/// The keys of a demo, as `keys new` and `keyring` create them. In production, keep root keys away from the server.
struct DemoKeys {
    /// The file of the online key.
    let online: String
    /// The file of the keyring.
    let keyring: String
    /// The keys that the apps' builds would pin.
    let pins: [PinnedKey]

    /// Reads the keys in the folder, or creates them.
    init(in folder: String) throws {
        online = folder + "/online.key"
        keyring = folder + "/keyring.json"
        let roots = ["root-primary", "root-backup"].map { "\(folder)/\($0).key" }
        if !FileManager.default.fileExists(atPath: keyring) {
            let keys = try roots.map { try Self.key(file: $0) }
            let envelope = try Keyring(epoch: 1, issuedAt: WallClock.now(), keys: [Self.key(file: online).publicKey])
                .signed(by: [keys[0]])
            try OutputFile.write(envelope.jsonValue.jsonBytes(), to: keyring)
        }
        pins = try roots.map { PinnedKey(try PrivateKey(file: $0).publicKey, role: .root) }
    }

    private static func key(file path: String) throws -> PrivateKey {
        // A demo that was killed during its start may have left some keys and no keyring.
        if FileManager.default.fileExists(atPath: path) { return try PrivateKey(file: path) }
        let key = try PrivateKey.generate()
        try OutputFile.create(path, mode: 0o600, bytes: Array(key.pem.utf8))
        return key
    }
}
