import AirworthyPolicy
import AirworthySupport

/// One request to the server.
struct APIRequest {
    /// What to say when nobody knows whether a change was made.
    static let safeToRepeat = "it may or may not have been done; repeating the same command is safe"

    let method: String
    private let path: [String]
    private var query: [(name: String, value: String)] = []
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8]?
    /// What to say when the connection breaks before the answer.
    var ifLost = "try again"

    /// - Parameters:
    ///   - method: `GET`, `PUT`, …
    ///   - path: The parts of the path, not escaped, without `v1/admin`.
    init(_ method: String, _ path: String...) {
        self.method = method
        self.path = ["v1", "admin"] + path
        if method != "GET" { ifLost = Self.safeToRepeat }
    }

    /// The same with a body.
    func sending(_ bytes: [UInt8]) -> APIRequest {
        var request = self
        request.body = bytes
        request.headers.append(("Content-Type", "application/json"))
        return request
    }

    /// The same with a body.
    func sending(_ json: JSONValue) -> APIRequest { sending(json.jsonBytes()) }

    /// The same asking for more; what is `nil` is left out.
    func asking(_ name: String, _ value: String?) -> APIRequest {
        guard let value else { return self }
        var request = self
        request.query.append((name, value))
        return request
    }

    /// The same with a header field; what is `nil` is left out.
    func with(_ header: String, _ value: String?) -> APIRequest {
        guard let value else { return self }
        var request = self
        request.headers.append((header, value))
        return request
    }

    /// The same with other words for a lost answer.
    func ifLost(_ advice: String) -> APIRequest {
        var request = self
        request.ifLost = advice
        return request
    }

    /// What follows the server's address.
    var target: String {
        let path = self.path.map { "/" + PercentEncoding.encode($0) }.joined()
        guard !query.isEmpty else { return path }
        return path + "?" + query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}
