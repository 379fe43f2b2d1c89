import AirworthyPolicy
package import ControlPlane
import CoreMetrics
package import Foundation
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import ServiceLifecycle

/// Everything between the sockets and the routes, made once and shared by all listeners.
package struct HTTPEdge: Sendable {
    private let plane: ControlPlane
    private let limits: ServerLimits
    private let logger: Logger
    private let metrics: MetricsText
    private let requests: RequestMetrics
    private let refusals: [Refusal: any CounterHandler]
    private let gate: EvaluationGate
    private let limiter: FailureLimiter
    private let proxies: TrustedProxies
    private let apple: AppleSide
    private let publicURL: String?
    private let now: @Sendable () -> Date

    /// Puts the edge together.
    /// - Parameters:
    ///   - plane: The services.
    ///   - limits: What one caller may ask.
    ///   - proxies: Whose word about the caller's address counts.
    ///   - apple: Those who ask Apple.
    ///   - publicURL: The address callers use, if it is known.
    ///   - version: The version of the server, for metrics.
    ///   - registry: Where is kept what is measured.
    ///   - logger: What is logged with.
    ///   - now: The clock.
    package init(
        _ plane: ControlPlane, limits: ServerLimits = ServerLimits(), proxies: TrustedProxies = .none,
        apple: AppleSide = .none, publicURL: String? = nil, version: String, registry: MetricsRegistry, logger: Logger,
        now: @escaping @Sendable () -> Date
    ) {
        self.plane = plane
        self.limits = limits
        self.logger = logger
        self.proxies = proxies
        self.apple = apple
        self.publicURL = publicURL
        self.now = now
        metrics = MetricsText(registry, served: plane.served, apple: apple, version: version, now: now)
        requests = RequestMetrics(factory: registry)
        refusals = Dictionary(
            uniqueKeysWithValues: Refusal.allCases.map { refusal in
                let dimensions = [("reason", refusal.rawValue)]
                return (refusal, registry.makeCounter(label: MetricNames.refusedConnections, dimensions: dimensions))
            })
        gate = EvaluationGate(limit: limits.evaluations)
        limiter = FailureLimiter(now: now)
    }

    /// The routes of a listener, with everything that stands around them.
    package func options(_ parts: APIOptions.Parts) -> APIOptions {
        let metrics = metrics
        return APIOptions(
            now: now, parts: parts,
            outermost: [
                RequestIDMiddleware(logger: logger), AccessMiddleware(metrics: requests), PublicCORSMiddleware(),
                FailureLimiterMiddleware(limiter, proxies: proxies),
            ],
            cap: EvaluationCap(gate), apple: apple, publicURL: publicURL,
            metrics: { ByteBuffer(string: metrics.text()) })
    }

    /// A listener as a service, which stops by finishing the requests it has.
    /// - Parameters:
    ///   - listener: Where to listen, and for what.
    ///   - onReady: Told the port once connections are accepted.
    ///   - extending: Adds routes of the caller's own, e.g. something to compare with.
    /// - Returns: The service; it throws ``ListenerError`` where it cannot listen.
    package func service(
        _ listener: Listener, onReady: @escaping @Sendable (Int) async -> Void = { _ in },
        extending: (Router<AppRequestContext>) -> Void = { _ in }
    ) -> any Service {
        // What Hummingbird logs by itself may quote a request, e.g. in the text of an error.
        let quiet = Logger(label: "airworthy.http") { _ in SwiftLogNoOpLogHandler() }
        let router = makeRouter(plane, options(listener.parts))
        extending(router)
        let application = Application(
            responder: router.buildResponder(),
            server: HTTPServerBuilder { [limits, report] responder in
                GuardedChannel(responder: responder, limits: limits, report: report)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(listener.host, port: listener.port), serverName: nil, backlog: 1_024,
                availableConnectionsDelegate: .maximum(listener.connections ?? limits.connections, logger: quiet)),
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? listener.port) },
            logger: quiet)
        return ListenerService(listener, application)
    }

    /// Notes that the server ended a connection by itself.
    private var report: @Sendable (Refusal) -> Void {
        { [logger, refusals] refusal in
            refusals[refusal]?.increment(by: 1)
            logger.debug("connection.ended", metadata: ["reason": .string(refusal.rawValue)])
        }
    }
}
