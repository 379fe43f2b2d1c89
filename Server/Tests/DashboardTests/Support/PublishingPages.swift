import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation

@testable import Dashboard

/// The pages that publish and roll back, over a control plane in memory with the app `hashtags`, without HTTP.
struct PublishingPages {
    /// An answer of a page or an action.
    struct Answer {
        /// The page; empty if the browser is sent elsewhere.
        let html: String
        /// 303 if the browser is sent elsewhere.
        let status: Int
        /// Where the browser is sent.
        let next: String?
    }

    /// Markup, quotation marks, changes of the text direction and tags of the template engine, 10,000 characters of it.
    static let hostile = String(
        repeating: "<script>alert(\"1\")</script>'\u{202E}\u{2066}{{slug}}{{{slug}}}", count: 200)

    let server: TestPlane
    let dashboard: Dashboard

    init(
        signing: App.Signing = .server, inspect: (@Sendable (_ model: Any, _ name: String) -> Void)? = nil
    ) async throws {
        let server = try TestPlane()
        let pins = signing == .ci ? [PinnedKey(try TestKeys.ci.publicKey, role: .online)] : try TestKeys.pins
        try await server.makeApp(pins: pins, signing: signing)
        self.server = server
        dashboard = Dashboard(
            plane: server.plane, templates: try Templates(inspect: inspect),
            now: { [clock = server.clock] in clock.now })
    }

    var now: Date { server.clock.now }

    /// Lets 1,000 installations check in: 900 of 1.9, 90 of 1.3, and 10 of 1.3 whose system is too old for the release.
    func checkIn() async throws {
        _ = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        for (version, os, count) in [("1.9", "17.4", 900), ("1.3", "17.4", 90), ("1.3", "15.8", 10)] {
            let cell = AdoptionCell(
                platform: "ios", version: version, build: "1", channel: "appstore", os: os, storefront: "JP")
            for _ in 0..<count { _ = server.plane.adoption.add(CheckIn(now: cell), app: "hashtags") }
        }
        try await server.plane.adoption.flush()
    }

    /// Calls a route as the server does after its checks of session, rights and form token.
    func send(
        _ method: PageRoute.Method = .get, _ path: String, query: String = "", form: [String: String] = [:],
        parameters: [String: String] = [:], rights: Rights = .all
    ) async throws -> Answer {
        let route = dashboard.routes.first { $0.method == method && $0.path == path }
        guard let route else { throw PageError.notFound("no route \(path)") }
        return try await answer(
            to: request(path, query: query, form: form, parameters: parameters, rights: rights), by: route.answer)
    }

    func request(
        _ path: String, query: String = "", form: [String: String] = [:], parameters: [String: String] = [:],
        rights: Rights = .all
    ) -> PageRequest {
        let principal = Principal(.token("t1", kind: .admin), name: "tester", rights: rights)
        return PageRequest(
            path: path, parameters: parameters.merging(["app": "hashtags"]) { $1 },
            query: FormFields(encoded: query) ?? FormFields(), form: FormFields(form.map { .init($0.key, $0.value) }),
            session: Session(
                principal: principal, id: "s1", openedAt: now, expiresAt: now + 3_600, formToken: "form-token"))
    }

    func answer(
        to request: PageRequest, by answer: (PageRequest) async throws -> PageAnswer
    ) async throws -> Answer {
        switch try await answer(request) {
        case .page(let html, let status): Answer(html: html, status: status, next: nil)
        case .see(let path): Answer(html: "", status: 303, next: path)
        case .file(_, _, let text): Answer(html: text, status: 200, next: nil)
        }
    }

    /// The entity tag of the policy in force; empty without one.
    var tag: String {
        get async throws { try await dashboard.currentPolicy(of: "hashtags")?.entityTag ?? "" }
    }

    /// Renders a view model as the dashboard does.
    static func render(_ model: some Sendable, with template: String) throws -> String {
        let layout = Layout(title: "Test", at: .history, of: nil, session: nil, notice: nil)
        return try Templates().render(Page(layout: layout, page: model), with: template)
    }

    /// Whether a page holds ``hostile`` text as text, and not as markup.
    static func isHarmless(_ html: String) -> Bool {
        html.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;") && !html.contains("<script>alert")
    }
}
