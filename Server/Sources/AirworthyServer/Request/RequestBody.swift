import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore

/// The limits of request bodies. The rows of ``RouteTable`` say which one a route has.
enum BodyLimit {
    /// No body.
    static let none = 0
    /// The largest body from a device: 16 KiB.
    static let device = 16 * 1_024
    /// The largest check-in: 4 KiB.
    static let checkIn = 4 * 1_024
    /// The largest document from an admin: 1 MiB.
    static let document = 1_024 * 1_024
    /// The largest body of an admin request that is no document, 64 KiB.
    static let form = 64 * 1_024
    /// The largest form of a sign-in or a sign-out, 8 KiB. The rows of the pages say how large other forms may be.
    static let signIn = 8 * 1_024
    /// The largest body of a webhook, 64 KiB; real ones have less than a thousand bytes.
    static let webhook = 64 * 1_024
    /// The deepest nesting of arrays and objects.
    static let jsonDepth = 32
}

extension Request {
    /// Reads the whole body, of at most `limit` bytes, which must be declared as JSON.
    /// - Throws: ``HTTPProblem`` 413 or 415; errors of the connection.
    func jsonBytes(upTo limit: Int) async throws -> [UInt8] {
        try requireJSONContentType()
        if let length = headers.value(of: .contentLength).flatMap(Int.init), length > limit {
            throw HTTPProblem.bodyTooLarge(limit: limit)
        }
        return try await bytes(upTo: limit)
    }

    /// Throws an error unless the request is declared as JSON, even if there is no body. A form of another site (CSRF)
    /// cannot send this content type.
    /// - Throws: ``HTTPProblem`` 415.
    func requireJSONContentType() throws(HTTPProblem) {
        guard JSONMediaType.matches(headers.value(of: .contentType)) else {
            throw HTTPProblem(
                .unsupportedMediaType,
                detail: "the request is not declared as JSON; send Content-Type: application/json",
                headers: [.accept: "application/json"])
        }
    }

    /// Reads the whole body, of at most `limit` bytes.
    /// - Throws: ``HTTPProblem`` 413; errors of the connection.
    func bytes(upTo limit: Int) async throws -> [UInt8] {
        do {
            return Array(buffer: try await body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw HTTPProblem.bodyTooLarge(limit: limit)
        }
    }

    /// Reads the body, of at most `limit` bytes, as an object without unknown members.
    /// - Throws: ``HTTPProblem`` 400, 413 or 415; errors of the connection.
    func object(upTo limit: Int, known: [String]) async throws -> InputObject {
        let node = try InputObject.parse(try await jsonBytes(upTo: limit))
        return try InputObject(node, known: known)
    }
}
