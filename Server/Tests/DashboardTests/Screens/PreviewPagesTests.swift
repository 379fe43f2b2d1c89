import AirworthyTexts
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

/// The pages as HTML, with hostile texts in the policy and in the address.
@Suite("Explain and What people see as HTML", .timeLimit(.minutes(5)))
struct PreviewPagesTests {
    private static let evil = "<script>alert(1)</script>\u{202E}\"' & "

    private func html(_ path: String, query: [(String, String)], form: [(String, String)]? = nil) async throws
        -> PageAnswer
    {
        let server = try TestPlane()
        try await server.makeApp()
        let text = String(decoding: try JSONEncoder().encode(String(repeating: Self.evil, count: 40)), as: UTF8.self)
        try await server.publish(
            Array(
                #"""
                {"schema": 1, "rules": [{"id": "floor", "when": {"version": "<1.4.0"}, "update": "required",
                 "ifUnavailable": "block", "title": \#(text), "message": {"en": \#(text), "ar": \#(text)}}]}
                """#.utf8), forced: "test")
        let dashboard = Dashboard(plane: server.plane, templates: try Templates(), now: { server.clock.now })
        let route = try #require(
            dashboard.routes.first { $0.path == path && ($0.method == .post) == (form != nil) })
        let principal = Principal.server
        return try await route.answer(
            PageRequest(
                path: path, parameters: ["app": "hashtags"], query: FormFields(query.map { .init($0.0, $0.1) }),
                form: FormFields((form ?? []).map { .init($0.0, $0.1) }),
                session: Session(
                    principal: principal, id: "s1", openedAt: server.clock.now, expiresAt: server.clock.now,
                    formToken: "f")))
    }

    @Test(
        "hostile text is escaped, and the page stays below 100 KB",
        arguments: [
            ("/apps/{app}/explain", [("version", "1.0")]),
            ("/apps/{app}/explain", [("version", evil), ("os", evil), ("attribute", evil), ("channel", evil)]),
            ("/apps/{app}/screens", [("language", "all"), ("kind", "gate")]),
            ("/apps/{app}/screens", [("language", "ar"), ("rule", evil)]),
        ] as [(String, [(String, String)])])
    func escaping(path: String, query: [(String, String)]) async throws {
        guard case .page(let html, let status) = try await html(path, query: query) else {
            Issue.record("no page")
            return
        }
        #expect(status == 200)
        #expect(!html.contains("<script>alert"))
        #expect(!html.contains("style="))
        #expect(!html.contains("{{"))
    }

    @Test("all languages of the demo's gate stay below 100 KB")
    func size() async throws {
        let served = try Served.app(rules: Served.broken)
        for kind in ScreenRehearsal.Kind.allCases {
            let model = ScreensModel(
                FormFields([.init("language", "all"), .init("kind", kind.rawValue)]), of: served, server: nil,
                now: Served.now)
            let layout = Layout(title: "", at: .screens, of: served.app, session: nil, notice: nil)
            let html = try Templates().render(Page(layout: layout, page: model), with: "screens")
            #expect(html.utf8.count < 100_000, "\(kind): \(html.utf8.count)")
        }
    }

    @Test("a pasted report leads to the address with its facts; another text is shown again with what is wrong")
    func report() async throws {
        let good = try await html("/apps/{app}/explain", query: [], form: [("report", "version: 2.2.0\ninstallID: x")])
        #expect(good == .see("/apps/hashtags/explain?version=2.2.0"))
        guard
            case .page(let html, let status) = try await html(
                "/apps/{app}/explain", query: [], form: [("report", Self.evil)])
        else {
            Issue.record("no page")
            return
        }
        #expect(status == 422)
        #expect(html.contains("No version was found in this text"))
        #expect(html.contains("&lt;script&gt;alert(1)"))
        #expect(html.contains(#"aria-invalid="true""#))
    }
}
