import NIOHTTP1

/// A request that may be answered without the router: a `GET` of HTTP/1.1 without a body, or a `POST` with a short one,
/// without a token or any other unusual header, on a connection that stays open.
struct DirectRequest {
    let route: DirectRoute
    /// The method, `GET` or `POST`.
    let method: HTTPMethod
    /// The path and query.
    let target: String
    /// The body of a `POST`, once it has been received.
    var body: [UInt8]?
    /// The value of `Accept-Encoding`.
    private(set) var acceptEncoding: String?
    /// The value of `If-None-Match`.
    private(set) var ifNoneMatch: String?
    /// The value of `X-Request-Id`.
    private(set) var requestID: String?
    /// The value of `X-Forwarded-For`.
    private(set) var forwardedFor: String?
    private var contentType: String?
    private var contentLength: String?

    /// Reads a head; `nil` for a request that only the router answers.
    init?(_ head: HTTPRequestHead) {
        guard head.version == .http1_1, let route = DirectRoute(head.uri) else { return nil }
        self.route = route
        method = head.method
        target = head.uri
        for (name, value) in head.headers where !set(name, value) { return nil }
        guard hasExpectedBody else { return nil }
    }

    /// Whether there is no body, or the short JSON of a question or a check-in.
    private var hasExpectedBody: Bool {
        switch method {
        case .GET: return contentLength == nil && route.kind != .checkIn
        case .POST:
            let length = contentLength.flatMap(Int.init) ?? 0
            return longestBody.map { (1...$0).contains(length) && JSONMediaType.matches(contentType) } ?? false
        default: return false
        }
    }

    /// The longest body of a `POST`; `nil` if the route has none.
    private var longestBody: Int? {
        switch route.kind {
        case .decision, .features: AskedTarget.longestBody
        case .checkIn: BodyLimit.checkIn
        default: nil
        }
    }

    /// Keeps the value of a header that the answer depends on.
    /// - Returns: `false` for a header that needs the router, and for a second one of the same name.
    private mutating func set(_ name: String, _ value: String) -> Bool {
        // Compared by length first: most headers are none of these.
        switch name.utf8.count {
        case 6: return !name.equalsASCII("expect") && !isFromPage(name, "origin")
        case 7: return !name.equalsASCII("upgrade")
        case 10: return !name.equalsASCII("connection") || value.equalsASCII("keep-alive")
        case 12 where name.equalsASCII("content-type"): return Self.keep(value, in: &contentType)
        case 12 where name.equalsASCII("x-request-id"): return Self.keep(value, in: &requestID)
        case 13 where name.equalsASCII("if-none-match"): return Self.keep(value, in: &ifNoneMatch)
        case 13: return !name.equalsASCII("authorization")
        case 14 where name.equalsASCII("content-length"): return Self.keep(value, in: &contentLength)
        case 14: return !isFromPage(name, "sec-fetch-site")
        case 15 where name.equalsASCII("accept-encoding"): return Self.keep(value, in: &acceptEncoding)
        case 15 where name.equalsASCII("x-forwarded-for"): return Self.keep(value, in: &forwardedFor)
        case 17: return !name.equalsASCII("transfer-encoding")
        default: return true
        }
    }

    /// Whether a header says that a browser sent the request, where the router refuses that.
    private func isFromPage(_ name: String, _ header: StaticString) -> Bool {
        route.kind == .checkIn && name.equalsASCII(header)
    }

    private static func keep(_ value: String, in place: inout String?) -> Bool {
        guard place == nil else { return false }
        place = value
        return true
    }
}

extension String {
    /// Whether the text equals another one in lower case, without regard to the case of ASCII letters.
    fileprivate func equalsASCII(_ lowercase: StaticString) -> Bool {
        guard utf8.count == lowercase.utf8CodeUnitCount else { return false }
        let other = lowercase.description.utf8
        return zip(utf8, other).allSatisfy { byte, expected in
            byte == expected || (0x41...0x5A).contains(byte) && byte | 0x20 == expected
        }
    }
}
