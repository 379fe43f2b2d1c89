import AirworthyPolicy
import COpenAPI
import ControlPlane
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

struct HealthRoutes: Sendable {
    let readiness: Readiness

    @Sendable func live(_ request: Request, context: AppRequestContext) -> Response {
        Self.live.response
    }

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

/// The admin route for the clock of the server.
struct ClockRoutes: Sendable {
    let housekeeping: Housekeeping

    @Sendable func confirm(_ request: Request, context: AdminContext) async throws -> Response {
        let object = try await request.object(upTo: context.longestBody, known: ["now"])
        guard let text = try object.text("now"), let time = Timestamp.parse(text) else {
            throw object.problem(
                with: "now", detail: "write your time, such as 2026-11-20T09:00:00Z, as \"now\"")
        }
        return .json(["now": .of(try await housekeeping.confirmClock(time, by: context.principal))])
    }
}

/// The admin route that explains the decision about one installation.
struct ExplainRoute: Sendable {
    let served: ServedApps
    let work: AdminWork
    let now: @Sendable () -> Date

    @Sendable func show(_ request: Request, context: AdminContext) async throws -> Response {
        let served = try served.app(context.slug)
        let head = try served.head
        let query = request.uri.query
        let installation = try InstallationParameters.parse(query: query).parameters.installation(for: served.app)
        let reported = try Self.reported(in: query)
        return try await work.run(for: context.caller) { [now] in
            let explanation = Explanation(
                of: installation, reported: reported, now: now(), app: served.app.slug, head: head)
            return .json(explanation.jsonValue)
        }
    }

    /// Reads what a device's report says beside the facts.
    private static func reported(in text: String?) throws(HTTPProblem) -> ReportedDecision {
        let query = try QueryParameters(text, known: Set(ReportedDecision.Parameter.allCases.map(\.rawValue)))
        let name = ReportedDecision.Parameter.status.rawValue
        if let status = query[name], Decision.Status(rawValue: status) == nil {
            let all = Decision.Status.allCases.map(\.rawValue).joined(separator: ", ")
            throw .parameter(name, detail: "expected one of: \(all)")
        }
        _ = try query.wholeNumber(ReportedDecision.Parameter.revision.rawValue, in: 1...Int.max)
        return ReportedDecision { query[$0.rawValue] }
    }
}
