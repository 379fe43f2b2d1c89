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
    /// - Returns: Its bytes.
    /// - Throws: ``Problem`` 413 or 415, and what reading from the connection throws.
    package func jsonBytes(upTo limit: Int) async throws -> [UInt8] {
        guard JSONMediaType.matches(headers.value(of: .contentType)) else {
            throw Problem(
                .unsupportedMediaType, "send JSON, and say so: Content-Type: application/json",
                headers: [.accept: "application/json"])
        }
        let tooLarge = Problem(.bodyTooLarge, "the body may have \(limit) bytes")
        if let length = headers.value(of: .contentLength).flatMap(Int.init), length > limit { throw tooLarge }
        do {
            return Array(buffer: try await body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }

    /// The body as a document that a service reads itself.
    /// - Returns: Its bytes.
    /// - Throws: ``Problem`` 413 or 415.
    package func document() async throws -> [UInt8] { try await jsonBytes(upTo: BodyLimit.admin) }

    /// The body as an object whose every member has to be known.
    /// - Parameter known: The members there may be.
    /// - Returns: The object.
    /// - Throws: ``Problem`` 400, 413 or 415.
    package func adminObject(known: [String]) async throws -> InputObject {
        let node = try InputObject.read(try await jsonBytes(upTo: BodyLimit.admin))
        return try InputObject(node, known: known)
    }
}
