package import HTTPTypes
package import Hummingbird

/// Why the server ends a connection by itself.
package enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
    /// No request came.
    case idle = "idle"
    /// The head of a request took too long.
    case headTimeout = "head-timeout"
    /// The body of a request took too long.
    case bodyTimeout = "body-timeout"
    /// The caller does not read the answer.
    case stalled = "stalled"
    /// The URL is too long.
    case urlTooLong = "url-too-long"
    /// The head is too large.
    case headTooLarge = "head-too-large"
    /// The body is too large.
    case bodyTooLarge = "body-too-large"
    /// It is not HTTP/1.
    case malformed = "malformed"
    /// The caller went away in the middle of a request.
    case aborted = "aborted"

    /// What the caller is told, where it still listens.
    /// - Parameter limits: The limits, for the text.
    /// - Returns: `nil` where nobody listens, or nothing was asked.
    func problem(_ limits: ServerLimits) -> Problem? {
        switch self {
        case .idle, .stalled, .aborted: nil
        case .headTimeout: Problem(.requestTimeout, "the head of the request was not complete in time")
        case .bodyTimeout: Problem(.requestTimeout, "the body of the request was not complete in time")
        case .urlTooLong: Problem(.urlTooLong, "the URL is longer than \(limits.urlBytes) bytes")
        case .headTooLarge:
            Problem(
                .headersTooLarge,
                "the header fields are more than \(limits.headerCount), or longer than \(limits.headerBytes) bytes")
        case .bodyTooLarge: Problem(.bodyTooLarge, "the body is longer than \(limits.adminBody) bytes")
        case .malformed: Problem(.refused, "this is not a request of HTTP/1")
        }
    }
}

/// What a handler that reads a body sees when the connection ends in the middle of it.
extension Refusal: HTTPResponseError {
    package var status: HTTPResponse.Status {
        switch self {
        case .headTimeout, .bodyTimeout: .requestTimeout
        case .urlTooLong: .uriTooLong
        case .headTooLarge: .requestHeaderFieldsTooLarge
        case .bodyTooLarge: .contentTooLarge
        case .idle, .stalled, .malformed, .aborted: .badRequest
        }
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(status: status)
    }
}
