package import Foundation
package import Hummingbird
package import NIOCore

/// What the routes need besides the services, and which of them a listener has.
package struct APIOptions: Sendable {
    /// Middleware of ours.
    package typealias Middleware = any MiddlewareProtocol<Request, Response, AppRequestContext>

    /// Parts of the API that one listener may have and another not.
    package struct Parts: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// What devices and strangers ask.
        package static let `public` = Parts(rawValue: 1)
        /// The admin API.
        package static let admin = Parts(rawValue: 2)
        /// Health, which every listener should have.
        package static let health = Parts(rawValue: 4)
        /// `/metrics`.
        package static let metrics = Parts(rawValue: 8)
        /// Everything.
        package static let all: Parts = [.public, .admin, .health, .metrics]
    }

    /// The clock decisions are made by.
    package var now: @Sendable () -> Date
    /// Which parts of the API there are.
    package var parts: Parts
    /// Around everything, unknown paths too, and outside of ``ProblemMiddleware``: request ids, logs, metrics, CORS.
    package var outermost: [Middleware]
    /// Around everything, inside of ``ProblemMiddleware``: what is thrown here becomes a problem.
    package var inner: [Middleware]
    /// How many decisions, features and releases are evaluated at once.
    package var cap: EvaluationCap
    /// Around what looks at tokens, before they are looked up: the limit of failures.
    package var authentication: [Middleware]
    /// Those who ask Apple.
    package var apple: AppleSide
    /// The address callers use; absolute links are made from nothing else.
    package var publicURL: String?
    /// The text of `/metrics`; `nil`: there is no such route.
    package var metrics: (@Sendable () async throws -> ByteBuffer)?

    /// Makes options.
    package init(
        now: @escaping @Sendable () -> Date = { Date() }, parts: Parts = .all, outermost: [Middleware] = [],
        inner: [Middleware] = [], cap: EvaluationCap = EvaluationCap(EvaluationGate(limit: 64)),
        authentication: [Middleware] = [], apple: AppleSide = .none, publicURL: String? = nil,
        metrics: (@Sendable () async throws -> ByteBuffer)? = nil
    ) {
        self.now = now
        self.parts = parts
        self.outermost = outermost
        self.inner = inner
        self.cap = cap
        self.authentication = authentication
        self.apple = apple
        self.publicURL = publicURL
        self.metrics = metrics
    }
}
