import ControlPlane
import Dashboard
import Foundation
import Hummingbird
import NIOCore

/// The settings of a router besides the services, and the parts of the API it has.
package struct APIOptions: Sendable {
    typealias Middleware = any MiddlewareProtocol<Request, Response, AppRequestContext>

    /// Parts of the API that a listener can have or leave out.
    package struct Parts: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The routes for devices and anonymous callers.
        package static let `public` = Parts(rawValue: 1)
        package static let admin = Parts(rawValue: 2)
        /// The health checks, which every listener should have.
        package static let health = Parts(rawValue: 4)
        /// `/metrics` without a token, for a listener that only operators can reach.
        package static let metrics = Parts(rawValue: 8)
        /// `/metrics` with a token that may read every app: it shows slugs and key ids.
        package static let protectedMetrics = Parts(rawValue: 16)
        /// All parts of a listener that anybody may reach.
        package static let all: Parts = [.public, .admin, .health, .protectedMetrics]
        /// All parts of a listener that only operators can reach.
        package static let `internal`: Parts = [.public, .admin, .health, .metrics]
    }

    var now: @Sendable () -> Date = { Date() }
    var parts = Parts.all
    /// Middleware around all routes and unknown paths, outside of ``ProblemMiddleware``: request ids, logs, CORS.
    var middleware: [Middleware] = []
    var evaluations = EvaluationLimiter(limit: ServerLimits().evaluations)
    var answers = AnswerCaches()
    var manifests = ManifestResponseCache()
    var keys = PublishedKeys()
    var adminWork = AdminWork(timeLimit: ServerLimits().adminWork)
    var checkIns = CheckInLimit(proxies: .none, now: { Date() })
    var checkInMetrics = CheckInMetrics(registry: MetricsRegistry())
    var webhooks = WebhookMetrics(registry: MetricsRegistry())
    var failures = AuthenticationMetrics(registry: MetricsRegistry())
    /// The limit of batches of check-ins that are read at once. Apart from that of admins, who must not wait for them.
    var batchWork = AdminWork(timeLimit: ServerLimits().adminWork)
    /// Whether the server wants requests; by default as soon as its apps are loaded.
    var readiness: Readiness?
    var catalogSync = CatalogSync.none
    /// Looks for apps and tokens that other nodes have just created; `nil` without other nodes.
    var misses: MissReader?
    /// The pages for people; `nil` for none.
    var dashboard: Dashboard?
    /// The streams of open pages; `nil` for ones of this router alone.
    var events: EventStreams?
    /// The address that callers use, from which absolute links are built; `nil` if it is not configured.
    var publicURL: String?
    /// Returns the body of `/metrics`; `nil` for no such route.
    var metrics: (@Sendable () async throws -> ByteBuffer)?
}
