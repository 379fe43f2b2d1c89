package import Foundation
package import Hummingbird
package import NIOCore

/// The settings of a router besides the services, and the parts of the API it has.
package struct APIOptions: Sendable {
    /// Middleware around all routes of the API.
    package typealias Middleware = any MiddlewareProtocol<Request, Response, AppRequestContext>

    /// Parts of the API that a listener can have or leave out.
    package struct Parts: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The routes for devices and anonymous callers.
        package static let `public` = Parts(rawValue: 1)
        /// The admin API.
        package static let admin = Parts(rawValue: 2)
        /// The health checks, which every listener should have.
        package static let health = Parts(rawValue: 4)
        /// `/metrics`.
        package static let metrics = Parts(rawValue: 8)
        /// All parts.
        package static let all: Parts = [.public, .admin, .health, .metrics]
    }

    /// The clock.
    package var now: @Sendable () -> Date
    /// The parts of the API.
    package var parts: Parts
    /// Middleware around all routes and unknown paths, outside of ``ProblemMiddleware``: request ids, logs, CORS.
    package var middleware: [Middleware]
    /// The limit of concurrent evaluations of decisions, features and releases.
    package var evaluations: EvaluationLimiter
    /// The catalog synchronisation.
    package var catalogSync: CatalogSync
    /// The address that callers use, from which absolute links are built; `nil` if it is not configured.
    package var publicURL: String?
    /// Returns the body of `/metrics`; `nil` for no such route.
    package var metrics: (@Sendable () async throws -> ByteBuffer)?

    /// Creates options.
    package init(
        now: @escaping @Sendable () -> Date = { Date() }, parts: Parts = .all, middleware: [Middleware] = [],
        evaluations: EvaluationLimiter = EvaluationLimiter(limit: 64), catalogSync: CatalogSync = .none,
        publicURL: String? = nil, metrics: (@Sendable () async throws -> ByteBuffer)? = nil
    ) {
        self.now = now
        self.parts = parts
        self.middleware = middleware
        self.evaluations = evaluations
        self.catalogSync = catalogSync
        self.publicURL = publicURL
        self.metrics = metrics
    }
}
