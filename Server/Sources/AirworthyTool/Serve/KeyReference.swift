import AirworthyTrust

/// Where a signing key is. Never the key itself.
enum KeyReference: Hashable, Sendable {
    /// A `.key` file.
    case file(String)
    /// An environment variable with the text of such a file.
    case environment(String)

    /// Reads `file:PATH` or `env:NAME`.
    /// - Returns: `nil` for anything else, which may well be a key that was put there by mistake: do not repeat it.
    init?(_ text: String) {
        if text.hasPrefix("file:"), text.utf8.count > 5 {
            self = .file(String(text.dropFirst(5)))
        } else if text.hasPrefix("env:"), text.utf8.count > 4 {
            self = .environment(String(text.dropFirst(4)))
        } else {
            return nil
        }
    }

    /// Reads what is there, as text.
    /// - Throws: ``ToolError`` with status 66 if it is missing, 65 if it is no text. Says nothing of what was read.
    func text(environment: [String: String]) throws(ToolError) -> String {
        switch self {
        case .file(let path):
            let file = try InputFile(path)
            guard let text = String(validating: file.bytes, as: UTF8.self) else {
                throw ToolError(.badData, "\(path.printable): is no text")
            }
            return text
        case .environment(let name):
            guard let text = environment[name], !text.isEmpty else {
                throw ToolError(.missingFile, "the environment variable \(name.printable) is not set")
            }
            return text
        }
    }

    /// Reads the key.
    /// - Throws: ``ToolError`` with status 66 if it is missing, 65 if it is something else. Says nothing of what was read.
    func load(environment: [String: String]) throws(ToolError) -> PrivateKey {
        switch self {
        case .file(let path): return try PrivateKey(file: path)
        case .environment(let name):
            guard let text = environment[name], !text.isEmpty else {
                throw ToolError(.missingFile, "the environment variable \(name.printable) is not set")
            }
            do throws(KeyError) {
                return try PrivateKey(pem: text)
            } catch {
                throw ToolError(.badData, "the environment variable \(name.printable): \(error)")
            }
        }
    }
}
