/// The secret that says who is asking. It has no description, so that no message can hold it by accident.
struct BearerToken: Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself, for the request's head and for nothing else.
    let secret: String
    /// Where it is from, for messages.
    let source: String

    var description: String { "<token from \(source)>" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }

    /// Reads a token from a file, else from the environment.
    /// - Parameters:
    ///   - path: What `--token-file` names.
    ///   - variable: What `AIRWORTHY_TOKEN` holds.
    /// - Throws: ``ToolError`` with status 64 if there is none, 66 for a file that cannot be read, 65 for what cannot be
    ///   a token.
    init(file path: String?, variable: String?) throws(ToolError) {
        if let path {
            let file = try InputFile(path)
            warnIfShared(path, holding: "the token")
            try self.init(String(decoding: file.bytes, as: UTF8.self), source: file.name)
        } else if let variable, !variable.isEmpty {
            try self.init(variable, source: Self.variable)
        } else {
            throw ToolError(.usage, "no token: set \(Self.variable), or give --token-file a file that holds one")
        }
    }

    private init(_ text: String, source: String) throws(ToolError) {
        let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
        var token = text[...]
        while let last = token.last, blanks.contains(last) { token.removeLast() }
        while let first = token.first, blanks.contains(first) { token.removeFirst() }
        guard (1...512).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ToolError(
                .badData, "\(source): holds no token; one is a single word such as adm_…, with nothing around it")
        }
        (secret, self.source) = (String(token), source)
    }

    /// The variable a token is read from.
    static let variable = "AIRWORTHY_TOKEN"
}
