/// A request, as far as an answer depends on it.
struct Call: Sendable {
    let method: String
    /// Without the query.
    let path: String
    let query: Query
    let fields: [(name: String, value: String)]
    let body: [UInt8]
    /// `http://` and what the caller calls this server.
    let base: String

    /// The value of a header field.
    func field(_ name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }
}

/// An answer.
struct Reply: Sendable {
    var status: Int
    var type: String? = "application/json"
    var body: [UInt8] = []
    var fields: [(name: String, value: String)] = []

    static func json(_ status: Int, _ json: JSON) -> Reply { Reply(status: status, body: json.bytes()) }

    /// For people at a terminal.
    static func line(_ status: Int, _ json: JSON) -> Reply { Reply(status: status, body: json.bytes() + [0x0A]) }

    static func html(_ status: Int, _ text: String) -> Reply {
        Reply(
            status: status, type: "text/html; charset=utf-8",
            body: Array("<html><head><title>\(text)</title></head>\n<body>\(text)</body></html>\n".utf8))
    }
}
