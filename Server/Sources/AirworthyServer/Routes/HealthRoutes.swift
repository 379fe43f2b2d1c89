import AirworthyPolicy
package import ControlPlane
package import Hummingbird

/// Whether the server lives, and whether it can answer for every app it has.
package struct HealthRoutes: Sendable {
    private let served: ServedApps

    /// - Parameter served: What public answers are made from.
    package init(_ served: ServedApps) { self.served = served }

    /// `GET /health/live`
    @Sendable package func live(_ request: Request, context: AppRequestContext) -> Response {
        .json(["status": "live"])
    }

    /// `GET /health/ready`: every head was loaded or marked degraded. Later trouble does not take it back.
    /// - Throws: ``Problem`` `notReady`.
    @Sendable package func ready(_ request: Request, context: AppRequestContext) throws(Problem) -> Response {
        guard served.isReady else { throw Problem(.notReady, "not every app is loaded yet; ask again") }
        return .json(["status": "ready"])
    }
}
