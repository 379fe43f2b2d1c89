import AirworthyAuthoring
import AirworthyTrust

extension PublicKey {
    init(file path: String) throws(ToolError) {
        self = try InputFile(path).key { text throws(KeyError) in try PublicKey(pem: text) }
    }
}

extension PrivateKey {
    init(file path: String) throws(ToolError) { self = try Self.key(in: InputFile(path)) }

    /// Reads a `.key` file for a server, which must be a regular one.
    init(regularFile path: String) throws(ToolError) { self = try Self.key(in: InputFile(regular: path)) }

    private static func key(in file: InputFile) throws(ToolError) -> PrivateKey {
        try file.key { text throws(KeyError) in try PrivateKey(pem: text) }
    }
}

extension InputFile {
    fileprivate func key<Key>(_ read: (String) throws(KeyError) -> Key) throws(ToolError) -> Key {
        do throws(KeyError) {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .noPEM }
            return try read(text)
        } catch {
            throw .badData("\(name): \(error)")
        }
    }
}

/// Public keys with the names of their files.
struct PinnedKeyFiles {
    let keys: [PublicKey]
    private let names: [String: String]

    init(_ paths: [String]) throws(ToolError) {
        var keys: [PublicKey] = []
        var names: [String: String] = [:]
        for path in paths {
            let key = try PublicKey(file: path)
            keys.append(key)
            names[key.id] = path.printable
        }
        self.keys = keys
        self.names = names
    }

    /// Returns a line such as `root 51d8…, root-primary.pub`.
    func describe(_ key: PinnedKey) -> String {
        "\(key.role.rawValue) \(key.key.id)" + (names[key.key.id].map { ", \($0)" } ?? "")
    }
}
