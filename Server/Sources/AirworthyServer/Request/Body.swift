import AirworthyPolicy
import HTTPTypes
package import Hummingbird
import NIOCore

/// The limits of bodies.
package enum BodyLimit {
    /// What a device may send: 16 KiB.
    package static let device = 16 * 1_024
    /// What an admin may send: 1 MiB.
    package static let admin = 1_024 * 1_024
    /// How many arrays and objects may be open at once.
    package static let depth = 32
}

extension Request {
    /// The whole body, which has to say that it is JSON.
    /// - Parameter limit: How many bytes are read at most.
    /// - Throws: ``Problem`` 413 or 415, and what reading from the connection throws.
    package func jsonBytes(upTo limit: Int) async throws -> [UInt8] {
        guard JSONMediaType.matches(headers[.contentType]) else {
            throw Problem(
                .unsupportedMediaType, "send JSON, and say so: Content-Type: application/json",
                headers: [.accept: "application/json"])
        }
        let tooLarge = Problem(.bodyTooLarge, "the body may have \(limit) bytes")
        if let length = headers[.contentLength].flatMap(Int.init), length > limit { throw tooLarge }
        do {
            return Array(buffer: try await body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }

    /// The body as a document that a service is to read: only its form is checked here.
    /// - Throws: ``Problem`` 413, 415, and 422 with a finding for what is no JSON or nested too deep.
    package func document() async throws -> [UInt8] {
        let bytes = try await jsonBytes(upTo: BodyLimit.admin)
        do throws(DocumentError) {
            _ = try JSONReader.read(bytes, options: JSONReader.Options(maximumDepth: BodyLimit.depth))
        } catch {
            throw Problem(
                .invalid, "the document cannot be read", status: .unprocessableContent, findings: [error.asFinding])
        }
        return bytes
    }

    /// The body as an object whose every member has to be known.
    /// - Parameter known: The members there may be.
    /// - Throws: ``Problem`` 400, 413 or 415.
    package func adminObject(known: [String]) async throws -> InputObject {
        let node = try InputObject.read(try await jsonBytes(upTo: BodyLimit.admin))
        return try InputObject(node, known: known)
    }

    /// The body of a device as an object; what is not known in it is ignored.
    /// - Throws: ``Problem`` 400, 413 or 415.
    package func deviceObject() async throws -> InputObject {
        try InputObject(try InputObject.read(try await jsonBytes(upTo: BodyLimit.device)), known: nil)
    }
}
