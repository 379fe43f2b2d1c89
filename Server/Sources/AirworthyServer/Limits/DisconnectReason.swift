import ControlPlane
import HTTPTypes
import Hummingbird

/// The reason why the server closes a connection on its own.
enum DisconnectReason: String, Error, Hashable, Sendable, CaseIterable {
    /// The address of the client has its share of connections already.
    case addressShare = "address-share"
    /// No request arrived.
    case idle = "idle"
    /// The head of a request took too long.
    case headTimeout = "head-timeout"
    /// The body of a request took too long.
    case bodyTimeout = "body-timeout"
    /// The client does not read the response, or reads it too slowly.
    case stalled = "stalled"
    /// The clients of one network, or all together, have too many bytes of responses to read.
    case unreadShare = "unread-share"
    /// There are nearly too many connections, and this one waits for its client for longest.
    case crowded = "crowded"
    case urlTooLong = "url-too-long"
    case headTooLarge = "head-too-large"
    case bodyTooLarge = "body-too-large"
    /// The clients of one network, or all together, send too many bodies at once, or too much that waits.
    case bodyShare = "body-share"
    /// The bytes are not HTTP/1.
    case malformed = "malformed"
    /// The request has no host, several, or an impossible one.
    case ambiguousHost = "ambiguous-host"
    /// The end of the body can be understood in several ways.
    case ambiguousLength = "ambiguous-length"
    /// The target is not a plain path, so that a proxy may read another path than the server.
    case ambiguousTarget = "ambiguous-target"
    /// The client closed the connection within a request.
    case aborted = "aborted"

    /// Returns the problem to send before closing; `nil` if there is no request to answer or the client is gone.
    func problem(limits: ServerLimits) -> HTTPProblem? {
        switch self {
        case .addressShare, .idle, .stalled, .unreadShare, .crowded, .aborted: nil
        case .headTimeout:
            HTTPProblem(.requestTimeout, detail: "the head of the request did not arrive in time")
        case .bodyTimeout:
            HTTPProblem(.requestTimeout, detail: "the body of the request did not arrive in time")
        case .urlTooLong: HTTPProblem(.urlTooLong, detail: "the URL is longer than \(limits.urlBytes) bytes")
        case .headTooLarge:
            HTTPProblem(
                .headersTooLarge,
                detail: "there are more than \(limits.headerCount) header fields or \(limits.headerBytes) bytes of them"
            )
        case .bodyTooLarge: HTTPProblem(.bodyTooLarge, detail: "the body is longer than \(limits.bodyBytes) bytes")
        case .bodyShare:
            HTTPProblem(
                .overloaded, detail: "too many bodies are being received; \(ProblemKind.overloaded.retryAdvice)")
        case .malformed: HTTPProblem(.refused, detail: "the request is not HTTP/1")
        case .ambiguousHost:
            HTTPProblem(.refused, detail: "the request needs exactly one Host header with one host name")
        case .ambiguousLength:
            HTTPProblem(
                .refused,
                detail: "the body has two lengths or an unknown encoding; send Content-Length, or only "
                    + "Transfer-Encoding: chunked")
        case .ambiguousTarget:
            HTTPProblem(
                .refused,
                detail: "the target has to be a path from / on, without empty segments, \".\", \"..\", \"\\\\\" and "
                    + "encoded slashes")
        }
    }
}

/// The error of a handler that reads a body when the connection ends within it.
extension DisconnectReason: HTTPResponseError {
    var status: HTTPResponse.Status { problem(limits: ServerLimits())?.status ?? .badRequest }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        Response(status: status)
    }
}
