import HTTPTypes
package import Hummingbird
package import NIOCore

/// `GET /metrics`
package struct MetricsRoute: Sendable {
    private let text: @Sendable () async throws -> ByteBuffer

    /// - Parameter text: Writes the figures as Prometheus reads them.
    package init(text: @escaping @Sendable () async throws -> ByteBuffer) { self.text = text }

    /// The figures of the moment.
    @Sendable package func show(_ request: Request, context: AppRequestContext) async throws -> Response {
        let body = ResponseBody(byteBuffer: try await text())
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: Caching.never.rawValue,
            ], body: body)
    }
}

/// `GET /openapi.yaml`
package struct OpenAPIRoute: Sendable {
    private let text = ByteBuffer(string: OpenAPIDocument.text)

    package init() {}

    /// The description of this API.
    @Sendable package func show(_ request: Request, context: AppRequestContext) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/yaml", .cacheControl: Caching.briefly.rawValue],
            body: ResponseBody(byteBuffer: text))
    }
}
