import AirworthyPolicy
import COpenAPI
import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore

/// The health checks.
struct HealthRoutes: Sendable {
    let readiness: Readiness

    /// `GET /health/live`
    @Sendable func live(_ request: Request, context: AppRequestContext) -> Response {
        Self.live.response
    }

    /// `GET /health/ready`
    @Sendable func ready(_ request: Request, context: AppRequestContext) throws(HTTPProblem) -> Response {
        try answer().response
    }

    /// Returns the answer of the readiness check.
    /// - Throws: ``HTTPProblem`` `notReady` until every app is loaded or marked degraded, and again while the server stops.
    func answer() throws(HTTPProblem) -> PreparedAnswer {
        if let problem = readiness.problem { throw problem }
        return Self.ready
    }

    /// The answer of a live server.
    static let live = PreparedAnswer(json: JSONValue.object(["status": "live"]).jsonBytes())
    private static let ready = PreparedAnswer(json: JSONValue.object(["status": "ready"]).jsonBytes())
}

/// `GET /metrics`
struct MetricsRoute: Sendable {
    let text: @Sendable () async throws -> ByteBuffer

    /// Returns the current metrics.
    @Sendable func show(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await response()
    }

    /// Returns the current metrics to a token that may read every app.
    @Sendable func showAuthorized(_ request: Request, context: AdminContext) async throws -> Response {
        guard context.principal.apps == nil else {
            throw HTTPProblem(.forbidden, detail: "this token is limited to some apps, and the metrics show every app")
        }
        return try await response()
    }

    private func response() async throws -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/plain; version=0.0.4; charset=utf-8",
                .cacheControl: CacheControl.never.rawValue,
            ], body: ResponseBody(byteBuffer: try await text()))
    }
}

/// `GET /openapi.yaml`
struct OpenAPIRoute: Sendable {
    /// The contents of `openapi.yaml`, compiled into the program by the target COpenAPI.
    static let document = ByteBuffer(
        bytes: UnsafeRawBufferPointer(start: openapi_bytes(), count: openapi_length()))

    /// Returns the description of the API.
    @Sendable func show(_ request: Request, context: AppRequestContext) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/yaml", .cacheControl: context.caching.rawValue],
            body: ResponseBody(byteBuffer: Self.document))
    }
}
