/// A token for the server. Its description does not contain the secret, so that no message can reveal it by accident.
struct BearerToken: Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    static let variable = "AIRWORTHY_TOKEN"

    /// The secret. Use it only for the `Authorization` field.
    let secret: String
    /// The file or variable that the token came from, for messages.
    let source: String

    var description: String { "<token from \(source)>" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }

    /// Reads the token from a file, or takes that of the environment.
    init(file path: String?, variable: String?) throws(ToolError) {
        if let path {
            let file = try InputFile(path)
            warnIfReadableByOthers(path, holding: "the token")
            try self.init(text: String(decoding: file.bytes, as: UTF8.self), source: file.name)
        } else if let variable, !variable.isEmpty {
            try self.init(text: variable, source: Self.variable)
        } else {
            throw .noPermission("no token: set \(Self.variable), or give --token-file")
        }
    }

    private init(text: String, source: String) throws(ToolError) {
        let token = text.trimmed
        guard (1...512).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .badData("\(source): not a token; expected a single word such as adm_…")
        }
        (secret, self.source) = (token, source)
    }
}
