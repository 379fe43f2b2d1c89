import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServerSupport
import Synchronization

/// A complete successful response in memory: its status, the header fields of its route and its body.
///
/// The router sends it as ``response``, ``Front`` sends its ``head`` and ``body`` as they are.
struct PreparedAnswer: Sendable {
    /// The body; `nil` for a 304, which has none.
    let body: ByteBuffer?
    /// The status line and the header fields as bytes, without the empty line that ends a head.
    let head: ByteBuffer
    let status: HTTPResponse.Status
    /// The header fields, for a 304 followed by a length that ``response`` removes.
    private let fields: HTTPFields

    /// Creates an answer with JSON. `headers` does not have `Content-Type`, `Cache-Control` and `Content-Length`.
    init(
        json: [UInt8], status: HTTPResponse.Status = .ok, caching: CacheControl = .never, headers: HTTPFields = [:]
    ) {
        let body = ByteBuffer(bytes: json)
        self.init(fields: Response.json(body, caching: caching, headers: headers).headers, body: body, status: status)
    }

    /// Creates an answer with a body, whose length is in the header fields.
    init(fields: HTTPFields, body: ByteBuffer, status: HTTPResponse.Status = .ok) {
        self.status = status
        self.fields = fields
        self.body = body
        head = ByteBuffer(status: status, fields: fields)
    }

    /// Creates a 304 from header fields without a length.
    init(notModified fields: HTTPFields) {
        status = .notModified
        head = ByteBuffer(status: .notModified, fields: fields)
        body = nil
        var fields = fields
        fields.append(HTTPField(name: .contentLength, value: "0"))
        self.fields = fields
    }

    /// The memory that the answer occupies. A buffer may be larger than its contents.
    var byteCount: Int { (body?.storageCapacity ?? 0) + head.storageCapacity + Self.fieldBytes }

    /// The response for the router.
    var response: Response {
        if let body { return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body)) }
        var response = Response(status: status, headers: fields)
        // Response adds a length if there is none, and a length of 0 would be wrong for a 304.
        response.headers.removeLast()
        return response
    }

    /// The memory of a few short header fields.
    private static let fieldBytes = 512
}

extension ByteBuffer {
    /// Encodes a status line and header fields, as NIO does.
    fileprivate init(status: HTTPResponse.Status, fields: HTTPFields) {
        self.init(string: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        writeFields(fields)
    }

    mutating func writeFields(_ fields: HTTPFields) {
        for field in fields { writeString("\(field.name.rawName): \(field.value)\r\n") }
    }
}

/// The value of the header field `Date`, formatted once a second.
final class DateField: Sendable {
    private let latest = Mutex<(second: Int, text: String)>((0, ""))

    var current: String {
        let now = Date()
        let second = Int(now.timeIntervalSince1970)
        return latest.withLock { latest in
            if latest.second != second { latest = (second, now.formatted(Self.format)) }
            return latest.text
        }
    }

    /// The format of RFC 9110, e.g. `Sun, 06 Nov 1994 08:49:37 GMT`.
    static let format = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
}

/// Assigns an id to every request: the caller's if it is valid, otherwise a new one.
///
/// The id appears in logs, in problems and in the response.
struct RequestIDMiddleware: RouterMiddleware {
    let logger: Logger

    func handle(_ request: Request, context: AppRequestContext, next: NextHandler) async throws -> Response {
        var context = context
        let id = Self.id(for: request.headers.value(of: .requestID))
        context.assignedRequestID = id
        context.logger = Self.logger(logger, of: id)
        var response = try await next(request, context)
        response.headers.append(HTTPField(name: .requestID, value: id))
        return response
    }

    /// Returns the id of a request: the caller's if it is valid, otherwise a new one.
    static func id(for value: String?) -> String {
        if let value, isValid(value) { return value }
        return "\(RequestID())"
    }

    /// Returns the logger for the lines of a request.
    static func logger(_ logger: Logger, of id: String) -> Logger {
        var logger = logger
        logger[metadataKey: "hb.request.id"] = .string(id)
        return logger
    }

    /// Whether a caller's id matches `[A-Za-z0-9-]{1,64}`.
    static func isValid(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
    }
}

/// Lets web pages of any origin read the responses of public routes, including errors, without credentials.
///
/// Admin routes have no CORS headers, and neither have check-ins: any page could send them from the addresses of its visitors.
struct PublicCORSMiddleware: RouterMiddleware {
    func handle(_ request: Request, context: AppRequestContext, next: NextHandler) async throws -> Response {
        guard Self.isPublic(request.uri.path) else { return try await next(request, context) }
        if Self.isPreflight(request) {
            return Response(status: .noContent, headers: Self.preflight(of: request.uri.path))
        }
        var response = try await next(request, context)
        // Appended, because no route sets these headers.
        for field in Self.fields { response.headers.append(field) }
        return response
    }

    static let fields: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlExposeHeaders: exposed,
    ]
    private static let exposed = "ETag, Retry-After"
    private static let openFeature = "/ofrep/v1/"

    /// Whether web pages may read what is at a path, with or without a query.
    static func isPublic(_ target: String) -> Bool {
        let path = target.utf8.firstIndex(of: UInt8(ascii: "?")).map { target[..<$0] } ?? target[...]
        return path.hasPrefix(openFeature)
            || path.hasPrefix("/v1/apps/") && !path.hasSuffix("/check-ins") && !path.hasSuffix("/check-ins:batch")
            || path == "/openapi.yaml"
    }

    private static func isPreflight(_ request: Request) -> Bool {
        request.method == .options && request.headers[.origin] != nil
            && request.headers[.accessControlRequestMethod] != nil
    }

    /// The headers of a preflight response, the same for every origin. Browsers cache it for at most a day. Only OpenFeature's
    /// clients send tokens, which are no secrets there.
    private static func preflight(of path: String) -> HTTPFields {
        path.hasPrefix(openFeature)
            ? preflight(allowing: "Airworthy-App, Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-Id")
            : preflight(allowing: "Content-Type, If-None-Match, X-Request-Id")
    }

    private static func preflight(allowing headers: String) -> HTTPFields {
        [
            .accessControlAllowOrigin: "*",
            .accessControlAllowMethods: "GET, HEAD, POST",
            .accessControlAllowHeaders: headers,
            .accessControlExposeHeaders: exposed,
            .accessControlMaxAge: "86400",
        ]
    }
}

/// The `Cache-Control` values of responses.
enum CacheControl: String, Sendable {
    /// No cache stores the response.
    case never = "no-store"
    /// Any cache stores the response for some seconds.
    case briefly = "public, max-age=30"
    /// Any cache stores the response for a year; its path changes with its contents.
    case forever = "public, max-age=31536000, immutable"
    /// Any cache stores the response for some seconds, and longer while the server is slow or unavailable.
    case manifest = "public, max-age=30, stale-while-revalidate=300, stale-if-error=36000"
}
