import ControlPlane
package import Hummingbird
import Logging
import NIOCore
import ServerSupport

/// The rest of the way of a request: the middlewares that follow, and the route.
typealias NextHandler = (Request, AppRequestContext) async throws -> Response

/// The context of a request from the first middleware to its handler.
package struct AppRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The id of the request, set by ``RequestIDMiddleware``.
    var assignedRequestID: String?
    /// The row of the route; `nil` for an unknown path and for pages.
    var route: Route?
    /// The result of the token check, on routes that have it.
    var authentication = AuthenticationResult.anonymous
    /// Creates the page of a problem from its request's id, set by ``PageProblemMiddleware`` for browsers.
    var problemPage: (@Sendable (_ problem: HTTPProblem, _ instance: String) -> Response?)?
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The id of the request in logs and in `instance` of a problem.
    var requestID: String {
        assignedRequestID ?? logger[metadataKey: "hb.request.id"]?.description ?? ""
    }

    /// The largest body of the route in bytes.
    var longestBody: Int { route?.body ?? BodyLimit.none }

    /// The caching of the route's successful answers.
    var caching: CacheControl { route?.caching ?? .never }

    /// The address of the peer, which may be a proxy.
    var remoteAddress: SocketAddress? { channel.remoteAddress }
}

extension RequestContext {
    /// The slug in the path, percent-decoded.
    var slug: String {
        let raw = parameters.get("app") ?? ""
        return raw.utf8.percentDecoded() ?? raw
    }

    /// Returns a segment of the path, percent-decoded.
    /// - Throws: ``HTTPProblem`` 404 for invalid UTF-8 or percent-encoding.
    func pathText(_ name: String) throws(HTTPProblem) -> String {
        let raw = parameters.get(name) ?? ""
        guard let text = raw.utf8.percentDecoded() else {
            throw HTTPProblem(.notFound, detail: "the \(name) in the path is not percent-encoded UTF-8")
        }
        return text
    }

    /// Returns a segment of the path that is a whole number from 1 on.
    /// - Throws: ``HTTPProblem`` 404 for anything else.
    func pathNumber(_ name: String) throws(HTTPProblem) -> Int {
        let text = parameters.get(name) ?? ""
        guard let number = Int(text), number >= 1, String(number) == text else {
            throw HTTPProblem(
                .notFound, detail: "there is no \(name) \"\(text.forMessage)\"; use a whole number from 1 on")
        }
        return number
    }
}
