import HTTPTypes
import NIOCore
import NIOHTTP1

/// A request that ``Front`` may answer: a `GET` of HTTP/1.1 without a body, or a `POST` with a short one, without a token or any
/// other unusual header, on a connection that stays open.
struct FrontRequest: Sendable {
    /// The row of the route.
    let route: Route
    /// The slug of the app, which short forms do not name; empty for health checks.
    var app: String
    /// The path and query.
    let target: String
    let peer: SocketAddress?
    /// The body of a `POST`, once it has been received.
    var body: [UInt8]?
    /// The span of the request; `nil` if none are recorded.
    var span: RecordedSpan?
    /// The value of `Accept-Encoding`.
    private(set) var acceptEncoding: String?
    /// The value of `If-None-Match`.
    private(set) var ifNoneMatch: String?
    /// The value of `X-Request-Id`.
    private(set) var requestID: String?
    /// The value of `X-Forwarded-For`.
    private(set) var forwardedFor: String?
    /// The values of `traceparent`.
    private(set) var traceParents: [String] = []
    private var contentType: String?
    private var contentLength: String?

    /// Reads a head; `nil` for a request that only the router answers.
    init?(_ head: HTTPRequestHead, from peer: SocketAddress?, by matcher: RouteMatcher) {
        guard head.version == .http1_1, let path = Self.usualPath(of: head.uri),
            let (entry, app) = matcher.match(path), let route = entry.route(head.method.rawValue),
            route.prepared != nil || route.work == .evaluation,
            // A query of a short form may name the app.
            route.hasApp || path.endIndex == head.uri.endIndex
        else { return nil }
        self.route = route
        self.app = app.map(String.init) ?? ""
        target = head.uri
        self.peer = peer
        for (name, value) in head.headers where !set(name, value) { return nil }
        guard hasExpectedBody else { return nil }
    }

    /// The identity of the answer to a question.
    var askedKey: AskedTarget.Key { AskedTarget.Key(app: app, target: target, body: body) }

    /// The text after the `?`.
    var query: String {
        target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[$0...].dropFirst()) } ?? ""
    }

    /// Returns the path of a target without a query; `nil` in an unusual spelling. The router decodes segments and has its own view
    /// of empty ones and of fragments.
    private static func usualPath(of target: String) -> Substring? {
        var (length, isInQuery, last) = (0, false, UInt8(ascii: "?"))
        for byte in target.utf8 {
            if byte == UInt8(ascii: "#") { return nil }
            if isInQuery { continue }
            switch byte {
            case UInt8(ascii: "?"): isInQuery = true
            case UInt8(ascii: "%"): return nil
            case UInt8(ascii: "/") where last == byte: return nil
            default: (length, last) = (length + 1, byte)
            }
        }
        return last == UInt8(ascii: "/") ? nil : Substring(target.utf8.prefix(length))
    }

    /// Whether there is no body, or the short JSON of a question or a check-in.
    private var hasExpectedBody: Bool {
        guard route.method == .post else { return contentLength == nil }
        let length = contentLength.flatMap(Int.init) ?? 0
        let longest = route.work == .evaluation ? min(route.body, AskedTarget.longestBody) : route.body
        return longest > 0 && (1...longest).contains(length) && JSONMediaType.matches(contentType)
    }

    /// Keeps the value of a header that the answer depends on.
    /// - Returns: `false` for a header that needs the router, and for a second one of the same name.
    private mutating func set(_ name: String, _ value: String) -> Bool {
        // Compared by length first: most headers are none of these.
        switch name.utf8.count {
        case 6: return !name.equalsASCII("expect") && !isFromPage(name, "origin")
        case 7: return !name.equalsASCII("upgrade")
        case 10: return !name.equalsASCII("connection") || value.equalsASCII("keep-alive")
        case 11 where name.equalsASCII("traceparent"): traceParents.append(value)
        case 12 where name.equalsASCII("content-type"): return Self.keep(value, in: &contentType)
        case 12 where name.equalsASCII("x-request-id"): return Self.keep(value, in: &requestID)
        case 13 where name.equalsASCII("if-none-match"): return Self.keep(value, in: &ifNoneMatch)
        case 13: return !name.equalsASCII("authorization")
        case 14 where name.equalsASCII("content-length"): return Self.keep(value, in: &contentLength)
        case 14: return !isFromPage(name, "sec-fetch-site")
        case 15 where name.equalsASCII("accept-encoding"): return Self.keep(value, in: &acceptEncoding)
        case 15 where name.equalsASCII("x-forwarded-for"): return Self.keep(value, in: &forwardedFor)
        case 17: return !name.equalsASCII("transfer-encoding")
        default: break
        }
        return true
    }

    /// Whether a header says that a browser sent the request, where the router refuses that.
    private func isFromPage(_ name: String, _ header: StaticString) -> Bool {
        route.method == .post && route.work != .evaluation && name.equalsASCII(header)
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
