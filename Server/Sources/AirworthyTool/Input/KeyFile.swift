import AirworthyTrust

extension PublicKey {
    /// Reads a `.pub` file.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it is something else.
    init(file path: String) throws(ToolError) {
        let file = try InputFile(path)
        do throws(KeyError) {
            try self.init(pem: file.text())
        } catch {
            throw ToolError(.badData, "\(file.name): \(error)")
        }
    }
}

extension PrivateKey {
    /// Reads a `.key` file.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it is something else.
    init(file path: String) throws(ToolError) {
        let file = try InputFile(path)
        do throws(KeyError) {
            try self.init(pem: file.text())
        } catch {
            throw ToolError(.badData, "\(file.name): \(error)")
        }
    }
}

extension InputFile {
    /// The bytes as text; what is no UTF-8 is no key either.
    fileprivate func text() throws(KeyError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .noPEM }
        return text
    }
}

/// Whose public keys were given, by file name.
struct PinnedFiles {
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

    /// `root 51d8…, root-primary.pub`.
    func describe(_ key: PinnedKey) -> String {
        "\(key.role.rawValue) \(key.key.id)" + (names[key.key.id].map { ", \($0)" } ?? "")
    }
}
