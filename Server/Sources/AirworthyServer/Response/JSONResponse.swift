import AirworthyPolicy
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Creates a JSON response. `headers` does not have `Content-Type`, `Cache-Control` and `Content-Length`.
    static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, caching: CacheControl = .never, headers: HTTPFields = [:]
    ) -> Response {
        .json(value.jsonBytes(), status: status, caching: caching, headers: headers)
    }

    static func json(
        _ bytes: [UInt8], status: HTTPResponse.Status = .ok, caching: CacheControl = .never, headers: HTTPFields = [:]
    ) -> Response {
        .json(ByteBuffer(bytes: bytes), status: status, caching: caching, headers: headers)
    }

    static func json(
        _ body: ByteBuffer, status: HTTPResponse.Status = .ok, caching: CacheControl = .never, headers: HTTPFields = [:]
    ) -> Response {
        // Appended, because setting a header by name first searches all of them.
        var fields = headers
        fields.append(HTTPField(name: .contentType, value: "application/json"))
        fields.append(HTTPField(name: .cacheControl, value: caching.rawValue))
        fields.append(HTTPField(name: .contentLength, value: String(body.readableBytes)))
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body))
    }

    static func empty(_ status: HTTPResponse.Status, headers: HTTPFields = [:]) -> Response {
        var fields = headers
        fields[.cacheControl] = fields[.cacheControl] ?? CacheControl.never.rawValue
        var response = Response(status: status, headers: fields)
        // A length of 0 would be wrong for a 304 and is not allowed for a 204.
        response.headers[.contentLength] = nil
        return response
    }
}

extension [Finding] {
    /// The findings as JSON; of more than ``Linter/maximumFindings``, some are counted only.
    var listing: JSONValue { .array(limited().map(\.jsonValue)) }
}

extension Finding {
    fileprivate var jsonValue: JSONValue {
        var object: JSONObject = [
            "code": .string(code), "severity": .string(severity.rawValue), "path": .string(path),
            "line": .of(position?.line), "column": .of(position?.column), "message": .string(message),
        ]
        // Only the finding that stands for others has a count.
        if count != 1 { object["count"] = .of(count) }
        return .object(object)
    }
}
