import AirworthyPolicy
import ControlPlane
import Dashboard
import Foundation
import Hummingbird

/// The admin route that explains the decision about one installation.
struct ExplainRoute: Sendable {
    let served: ServedApps
    let work: AdminWork
    let now: @Sendable () -> Date

    /// `GET /v1/admin/apps/{app}/explain`
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
