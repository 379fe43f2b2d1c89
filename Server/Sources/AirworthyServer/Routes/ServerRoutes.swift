package import AirworthyPolicy
import COpenAPI
package import ControlPlane
import HTTPTypes
package import Hummingbird
package import NIOCore

/// The health checks.
package struct HealthRoutes: Sendable {
    private let served: ServedApps

    /// Creates the routes.
    /// - Parameter served: The apps that this node serves.
    package init(served: ServedApps) { self.served = served }

    /// `GET /health/live`
    @Sendable package func live(_ request: Request, context: AppRequestContext) -> Response {
        .json(["status": "live"])
    }

    /// `GET /health/ready`
    @Sendable package func ready(_ request: Request, context: AppRequestContext) throws(HTTPProblem) -> Response {
        .json(try readiness())
    }

    /// Returns the body of the readiness check. Once ready, a server stays ready.
    /// - Throws: ``HTTPProblem`` `notReady` until every app is loaded or marked degraded.
    package func readiness() throws(HTTPProblem) -> JSONValue {
        guard served.isReady else {
            throw HTTPProblem(.notReady, detail: "the server is still loading apps; retry in a second")
        }
        return ["status": "ready"]
    }
}

/// `GET /metrics`
package struct MetricsRoute: Sendable {
    private let text: @Sendable () async throws -> ByteBuffer

    /// Creates the route.
    /// - Parameter text: Returns the metrics in the text format of Prometheus.
    package init(text: @escaping @Sendable () async throws -> ByteBuffer) { self.text = text }

    /// Returns the current metrics.
    @Sendable package func show(_ request: Request, context: AppRequestContext) async throws -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/plain; version=0.0.4; charset=utf-8",
                .cacheControl: CacheControl.never.rawValue,
            ], body: ResponseBody(byteBuffer: try await text()))
    }
}

/// `GET /openapi.yaml`
package struct OpenAPIRoute: Sendable {
    /// The contents of `openapi.yaml`, compiled into the program by the target COpenAPI.
    package static let document = ByteBuffer(
        bytes: UnsafeRawBufferPointer(start: openapi_bytes(), count: openapi_length()))

    /// Creates the route.
    package init() {}

    /// Returns the description of the API.
    @Sendable package func show(_ request: Request, context: AppRequestContext) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/yaml", .cacheControl: CacheControl.briefly.rawValue],
            body: ResponseBody(byteBuffer: Self.document))
    }
}
