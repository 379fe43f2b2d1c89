package import AirworthyPolicy
package import HTTPTypes
package import Hummingbird
package import NIOCore

/// How long an answer may be kept.
package enum Caching: String, Sendable {
    /// Not at all.
    case never = "no-store"
    /// By everybody, for half a minute.
    case briefly = "public, max-age=30"
    /// The same, and beyond it while a new one cannot be had.
    case manifest = "public, max-age=30, stale-while-revalidate=300, stale-if-error=36000"
}

extension Response {
    /// An answer in JSON.
    /// - Parameters:
    ///   - value: What it says.
    ///   - status: Its status.
    ///   - caching: How long it may be kept.
    ///   - headers: Further fields; none of those that every answer has.
    /// - Returns: The response.
    package static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, caching: Caching = .never, headers: HTTPFields = [:]
    ) -> Response {
        .json(ByteBuffer(bytes: value.jsonBytes()), status: status, caching: caching, headers: headers)
    }

    /// An answer that is JSON already.
    package static func json(
        _ bytes: [UInt8], status: HTTPResponse.Status = .ok, caching: Caching = .never, headers: HTTPFields = [:]
    ) -> Response {
        .json(ByteBuffer(bytes: bytes), status: status, caching: caching, headers: headers)
    }

    /// An answer that is JSON already, in the form it is sent.
    package static func json(
        _ body: ByteBuffer, status: HTTPResponse.Status = .ok, caching: Caching = .never, headers: HTTPFields = [:]
    ) -> Response {
        // Appended, because setting by name looks through the fields first.
        var fields = headers
        fields.append(HTTPField(name: .contentType, value: "application/json"))
        fields.append(HTTPField(name: .cacheControl, value: caching.rawValue))
        fields.append(HTTPField(name: .contentLength, value: String(body.readableBytes)))
        return Response(
            status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    }

    /// An answer without a body.
    package static func empty(_ status: HTTPResponse.Status, headers: HTTPFields = [:]) -> Response {
        var fields = headers
        fields[.cacheControl] = fields[.cacheControl] ?? Caching.never.rawValue
        var response = Response(status: status, headers: fields)
        // A length of 0 would be untrue in a 304 and is not allowed in a 204.
        response.headers[.contentLength] = nil
        return response
    }
}
