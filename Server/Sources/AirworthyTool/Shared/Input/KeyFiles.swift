import AirworthyTrust

extension PublicKey {
    /// Reads a `.pub` file.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it is not a public key.
    init(file path: String) throws(ToolError) {
        let file = try InputFile(path)
        do throws(KeyError) {
            try self.init(pem: file.pemText())
        } catch {
            throw .badData("\(file.name): \(error)")
        }
    }
}

extension PrivateKey {
    /// Reads a `.key` file.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it is not a secret key.
    init(file path: String) throws(ToolError) {
        let file = try InputFile(path)
        do throws(KeyError) {
            try self.init(pem: file.pemText())
        } catch {
            throw .badData("\(file.name): \(error)")
        }
    }
}

extension InputFile {
    fileprivate func pemText() throws(KeyError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .noPEM }
        return text
    }
}

/// Public keys with the names of their files.
struct PinnedKeyFiles {
    let keys: [PublicKey]
    private let names: [String: String]

    /// Reads public keys.
    /// - Throws: ``ToolError`` with status 66 or 65.
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
