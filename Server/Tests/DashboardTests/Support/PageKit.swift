import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog

@testable import Dashboard

/// A dashboard over a control plane in memory with the app `hashtags`, called without HTTP.
struct PageKit {
    /// Markup, quotes, a bidi control and a combining accent, each of which would break out of a careless page.
    static let hostile = "<script>alert(\"1\")</script>'\u{202E}\"\u{301}{{slug}}"

    let server: TestPlane
    var surroundings = Dashboard.Surroundings()

    init() async throws {
        server = try TestPlane()
        try await server.makeApp()
    }

    var plane: ControlPlane { server.plane }
    var now: Date { server.clock.now }

    var dashboard: Dashboard {
        get throws {
            Dashboard(
                plane: plane, templates: try Templates(), surroundings: surroundings,
                now: { [clock = server.clock] in clock.now })
        }
    }

    /// The state of `hashtags` in memory.
    var app: ServedApp { get throws { try plane.served.app("hashtags") } }

    /// Calls a route as the server does after its checks of session, rights and form token.
    /// - Parameters:
    ///   - method: The method.
    ///   - template: The path of the route.
    ///   - app: The app in the path.
    ///   - query: The query, encoded.
    ///   - form: The fields of the form.
    ///   - rights: The rights of the session.
    ///   - apps: The apps that the session is limited to.
    ///   - more: Further values of names in the path.
    /// - Returns: The answer.
    /// - Throws: The errors of the page.
    func callAsFunction(
        _ method: PageRoute.Method, _ template: String, app: String = "hashtags", query: String = "",
        form: [(String, String)] = [], rights: Rights = .all, apps: Set<String>? = nil, more: [String: String] = [:]
    ) async throws -> PageAnswer {
        let routes = try dashboard.routes.filter { $0.method == method && $0.path == template }
        guard let route = routes.first, routes.count == 1 else { throw PageError.notFound(template) }
        let session = Session(
            principal: Principal(.token("t1", kind: .admin), name: "tester", rights: rights, apps: apps),
            id: "s1", openedAt: now,
            expiresAt: now + 3_600, formToken: "form-token")
        let parameters = template.contains("{app}") ? ["app": app] : [:]
        return try await route.answer(
            PageRequest(
                path: template.replacingOccurrences(of: "{app}", with: app),
                parameters: parameters.merging(more) { $1 },
                query: FormFields(encoded: query) ?? FormFields(),
                form: FormFields(form.map { FormFields.Field($0.0, $0.1) }), session: session))
    }

    /// Returns the HTML of a page.
    func html(
        _ template: String, app: String = "hashtags", query: String = "", rights: Rights = .all,
        apps: Set<String>? = nil
    ) async throws -> String {
        try await self(.get, template, app: app, query: query, rights: rights, apps: apps).html
    }
}

extension PageAnswer {
    /// The HTML of a page; empty for other answers.
    var html: String { if case .page(let html, _) = self { html } else { "" } }

    /// The status: 303 for another page, 200 for a file.
    var status: Int {
        switch self {
        case .page(_, let status): status
        case .see: 303
        case .file: 200
        }
    }

    /// Where the browser goes; `nil` for a page.
    var next: String? { if case .see(let path) = self { path } else { nil } }
}

extension String {
    /// Whether the text of ``PageKit/hostile`` is in the page, and only escaped.
    var escapesHostileText: Bool {
        contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;") && !contains("<script>alert")
            && !contains("'\u{202E}\"")
    }
}
