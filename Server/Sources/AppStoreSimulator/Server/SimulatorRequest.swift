/// The parts of a request that a response depends on.
struct SimulatorRequest: Sendable {
    let method: String
    let path: String
    let query: URLQuery
    let fields: [(name: String, value: String)]
    let body: [UInt8]
    /// `http://` and the host that the caller addressed.
    let base: String
    /// Whether a program on this machine, and no web page, sent it, as far as that can be told.
    var mayControl = true

    /// Returns the value of a header field; the name is in lower case.
    func field(_ name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }
}

struct SimulatorResponse: Sendable {
    var status: Int
    var type: String? = "application/json"
    var body: [UInt8] = []
    var fields: [(name: String, value: String)] = []

    /// The lookup's response when its rate limit is exceeded.
    static let emptyForbidden = SimulatorResponse(
        status: 403, type: nil,
        fields: [("Cache-Control", "no-store, no-cache, must-revalidate"), ("Pragma", "no-cache")])

    static func json(_ json: JSON, status: Int = 200) -> SimulatorResponse {
        SimulatorResponse(status: status, body: json.bytes())
    }

    /// Returns JSON with a line break at its end, for people at a terminal.
    static func line(_ json: JSON, status: Int = 200) -> SimulatorResponse {
        SimulatorResponse(status: status, body: json.bytes() + [0x0A])
    }

    static func html(_ text: String, status: Int) -> SimulatorResponse {
        SimulatorResponse(
            status: status, type: "text/html; charset=utf-8",
            body: Array("<html><head><title>\(text)</title></head>\n<body>\(text)</body></html>\n".utf8))
    }
}
