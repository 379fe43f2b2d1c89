import ControlPlane
package import Hummingbird
import Logging
package import NIOCore

/// What goes with a request through the middleware to its handler.
package struct AppRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The id the caller gave the request, if it gave one that may be used.
    package var callerRequestID: String?
    /// Who is asking; looked up by ``TokenMiddleware``, where a route has it.
    package var identity = Identity.anonymous
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The id of the request, in logs and in `instance` of a problem.
    package var requestID: String {
        callerRequestID ?? logger[metadataKey: "hb.request.id"]?.description ?? ""
    }

    /// The other end of the connection, which may be a proxy.
    package var remoteAddress: SocketAddress? { channel.remoteAddress }
}

extension RequestContext {
    /// The slug in the path. What is percent-encoded there without need means the same.
    package var slug: String {
        let raw = parameters.get("app") ?? ""
        return raw.utf8.contains(UInt8(ascii: "%")) ? PercentDecoding.decode(raw.utf8) ?? raw : raw
    }
}
