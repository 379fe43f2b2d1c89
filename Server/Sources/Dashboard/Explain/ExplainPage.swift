import AirworthyPolicy
import ControlPlane
import Foundation

extension Dashboard {
    var explainRoutes: [PageRoute] {
        [
            .page("/apps/{app}/explain", hasAdminRoute: true) { request in
                try await explainPage(request)
            },
            .action("/apps/{app}/explain", right: .read, isQuick: true) { request in
                guard let report = DeviceReport(request.form.raw("report") ?? "") else {
                    return try await explainPage(request, report: request.form.raw("report") ?? "", status: 422)
                }
                return .see(Place.explain.path(of: request.app) + report.query)
            },
        ]
    }

    /// Answers with the form and the decision. `report` is the pasted report, if it could not be read.
    private func explainPage(
        _ request: PageRequest, report: String? = nil, status: Int = 200
    ) async throws -> PageAnswer {
        let served = try plane.served.app(request.app)
        // Counting all installations takes longer than this page; it follows in the background.
        let fleet = await plane.fleet.states(of: [request.app], within: .zero)[request.app]
        let model = ExplainModel(
            request.query, of: served, census: fleet?.census, badReport: report, server: surroundings.publicURL,
            now: now())
        return try page(model, at: .explain, of: served.app, for: request, status: status)
    }
}

/// The content of the page that explains a decision.
struct ExplainModel: Sendable {
    let path: String
    let form: ExplainForm
    let isPublished: Bool
    let nothingPublished = Words.nothingPublished
    /// `nil` while something in the form is missing or wrong.
    let answer: ExplainAnswer?
    /// What to do if there is no answer.
    let problem: String?
    /// The address of this page with everything that was typed.
    let share: String
    /// The report that could not be read; `nil` without one.
    let badReport: String?
    let reportProblem = DeviceReport.problem

    init(
        _ query: FormFields, of served: ServedApp, census: AdoptionService.Census?, badReport: String? = nil,
        server: String?, now: Date
    ) {
        let app = served.app
        path = Place.explain.path(of: app.slug)
        let catalog = served.catalog?.catalog ?? (try? served.head)?.manifest.catalog
        let question = ExplainQuestion(
            query, app: app, defaultVersion: Self.usualVersion(of: app, catalog, census, now: now))
        form = ExplainForm(question, app: app, census: census, catalog: catalog)
        share = path + question.query
        self.badReport = badReport
        guard case .live(let head) = served.state else {
            (isPublished, answer) = (false, nil)
            problem = served.problem
            return
        }
        isPublished = true
        guard let installation = question.installation else {
            answer = nil
            problem =
                question.errors.isEmpty
                ? "Type a version to see what it is told." : "Mend what is marked in the form."
            return
        }
        let reported = ReportedDecision { query[$0.rawValue] }
        let explanation = Explanation(
            of: installation, reported: reported, at: question.time, now: now, app: app.slug, head: head)
        answer = ExplainAnswer(explanation, at: question.time, now: now, head: head, server: server)
        problem = nil
    }

    /// The newest version that the App Store offers for the app's first platform, else the most frequent one.
    private static func usualVersion(
        of app: App, _ catalog: Catalog?, _ census: AdoptionService.Census?, now: Date
    ) -> String? {
        let newest = catalog?.releases.first { release in
            release.platform == app.defaultPlatform
                && release.offers.contains { offer in
                    offer.channel == .appstore && offer.state == .live && offer.publishedAt.map { $0 <= now } ?? true
                }
        }
        return newest?.version.description ?? census?.rows.first { !$0.cell.version.isEmpty }?.cell.version
    }
}
