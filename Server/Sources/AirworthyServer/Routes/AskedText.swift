package import Hummingbird

/// What was asked about one copy, as it was sent: a query (GET) or a body (POST).
package struct AskedText: Hashable, Sendable {
    /// Everything after the `?`.
    package let query: String
    /// The body of a POST, which has to be JSON.
    package let body: [UInt8]?

    /// Makes one of what was sent.
    package init(query: String, body: [UInt8]? = nil) {
        self.query = query
        self.body = body
    }

    /// Waits for the body, if there is one.
    /// - Throws: ``Problem`` 413 or 415, and what reading from the connection throws.
    package init(_ request: Request) async throws {
        query = request.uri.query ?? ""
        body = request.method == .post ? try await request.jsonBytes(upTo: BodyLimit.device) : nil
    }
}
