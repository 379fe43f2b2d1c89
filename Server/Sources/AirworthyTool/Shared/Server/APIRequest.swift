import AirworthyPolicy
import AirworthySupport

/// A request to the server's admin API.
struct APIRequest {
    let method: String
    private let path: [String]
    private var query: [(name: String, value: String)] = []
    private(set) var headers: [(name: String, value: String)] = []
    private(set) var body: [UInt8]?
    /// The advice for the user if the connection breaks before the response arrives.
    private(set) var adviceIfLost: String
    /// The maximum size of the response in bytes. Usual responses have a few thousand, a manifest at most 256 KiB.
    private(set) var maximumResponse = 4 << 20

    /// Creates a request. The parts of `path` are not escaped and do not include `v1/admin`.
    static func get(_ path: String...) -> APIRequest { APIRequest(method: "GET", path: path) }
    /// Creates a POST. The server demands a JSON content type of it, also without a body.
    static func post(_ path: String...) -> APIRequest { APIRequest(method: "POST", path: path) }
    static func put(_ path: String...) -> APIRequest { APIRequest(method: "PUT", path: path) }
    static func patch(_ path: String...) -> APIRequest { APIRequest(method: "PATCH", path: path) }
    static func delete(_ path: String...) -> APIRequest { APIRequest(method: "DELETE", path: path) }

    private init(method: String, path: [String]) {
        self.method = method
        self.path = ["v1", "admin"] + path
        adviceIfLost =
            method == "GET"
            ? "try again" : "the change may or may not have been made; repeating the same command is safe"
    }

    private func changed(_ change: (inout APIRequest) -> Void) -> APIRequest {
        var request = self
        change(&request)
        return request
    }

    func sending(_ bytes: [UInt8]) -> APIRequest {
        changed { $0.body = bytes }.adding(header: "Content-Type", value: "application/json")
    }

    func sending(_ json: JSONValue) -> APIRequest { sending(json.jsonBytes()) }

    /// Returns the request with a query item, unless the value is `nil`.
    func adding(query name: String, value: String?) -> APIRequest {
        changed { request in if let value { request.query.append((name, value)) } }
    }

    /// Returns the request with a header field, unless the value is `nil`.
    func adding(header name: String, value: String?) -> APIRequest {
        changed { request in if let value { request.headers.append((name, value)) } }
    }

    func adviceIfLost(_ advice: String) -> APIRequest { changed { $0.adviceIfLost = advice } }

    func receiving(upTo bytes: Int) -> APIRequest { changed { $0.maximumResponse = bytes } }

    /// Returns the request, to replace only the version with this quoted entity tag; `nil` for the first version.
    func expecting(_ tag: String?) -> APIRequest {
        adding(header: "If-Match", value: tag).adding(header: "If-None-Match", value: tag == nil ? "*" : nil)
    }

    /// Creates the request that publishes a policy over one with an entity tag (with its quotes); `nil` if there is
    /// none. The note is the reason for the change; `reason` the one for accepting errors.
    static func publish(
        _ text: [UInt8], to app: String, over tag: String?, note: String?, reason: String?
    ) -> APIRequest {
        APIRequest.put("apps", app, "policy").sending(text).expecting(tag)
            .adding(query: "note", value: note).adding(query: "force", value: reason)
    }

    /// The escaped path and query.
    var target: String {
        let path = self.path.map { "/" + PercentEncoding.encode($0) }.joined()
        guard !query.isEmpty else { return path }
        return path + "?" + query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}

struct APIResponse {
    /// The entity tag with its quotes, if present.
    let entityTag: String?
    /// The `Airworthy-Policy-Version`, if present.
    let policyVersion: Int?
    let body: [UInt8]

    var json: JSONValue {
        get throws(APIError) {
            do throws(DocumentError) {
                return try JSONReader.read(body).jsonValue
            } catch {
                throw .unexpected("the response is not JSON (\(error))")
            }
        }
    }
}
