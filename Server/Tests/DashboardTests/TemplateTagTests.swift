import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import Synchronization
import Testing

@testable import Dashboard

@Suite("Tags of templates", .timeLimit(.minutes(5)))
struct TemplateTagTests {
    private struct Kind {
        let name: String
        let count: Int
    }

    /// A view model with optional members, as pages have.
    private struct Model {
        let title: String
        let note: String?
        let kinds: [Kind]
    }

    @Test("a tag is found in the view model, or reported with its template")
    func checker() {
        struct Outer {
            let layout: Layout
            let page: [String: String]
        }
        var check = TagCheck()
        let layout = Layout(title: "A", at: nil, of: nil, session: nil, notice: nil)
        check.check(Page(layout: layout, page: Model(title: "A", note: nil, kinds: [])), with: "problem")
        #expect(!check.problems.isEmpty && check.problems.allSatisfy { $0.hasPrefix("problem: ") }, "\(check.problems)")
    }

    @Test("every tag of every page finds a value, in an app that was just created and in one with everything")
    func everyTag() async throws {
        let problems = Mutex<Set<String>>([])
        let inspect: @Sendable (Any, String) -> Void = { model, name in
            var check = TagCheck()
            check.check(model, with: name)
            let found = check.problems
            problems.withLock { $0.formUnion(found) }
        }
        for signing in App.Signing.allCases {
            let pages = try await PublishingPages(signing: signing, inspect: inspect)
            try await pages.openEveryPage()
        }
        let pages = try await PublishingPages(inspect: inspect)
        try await pages.fill()
        try await pages.openEveryPage()
        try await pages.openEveryPage(rights: [.read])
        let found = problems.withLock { $0 }
        #expect(found.isEmpty, "\(found.sorted().joined(separator: "\n"))")
    }

    @Test("every tag of a template is a member of a view model")
    func members() throws {
        let members = try Self.members()
        for tag in TagCheck.all {
            let names = tag.split(separator: ": ")[1].split(separator: ".").map(String.init)
            for name in names { #expect(members.contains(name), "\(tag)") }
        }
    }

    /// Returns what the sources of the dashboard declare with `let` and `var`.
    private static func members() throws -> Set<String> {
        let server = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = server.appendingPathComponent("Sources/Dashboard")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var members: Set<String> = []
        for name in names where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            members.formUnion(text.matches(of: /\b(?:let|var) ([A-Za-z]+)/).map { String($0.1) })
        }
        return members
    }
}

extension PublishingPages {
    /// Queries with which pages show everything they can.
    private static let queries: [String: [String]] = [
        "/apps/{app}/rollback": ["to=1"],
        "/apps/{app}/history": ["from=1&to=2", "from=2"],
        "/apps/{app}/explain": ["version=1.3&channel=appstore&os=17.4&storefront=JP", "version=1.x", "report=nothing"],
        "/apps/{app}/screens": ["rule=floor", "language=ja", "type=large&scheme=dark"],
    ]

    /// Publishes, takes back, withdraws, and lets installations check in, so that pages have something to show.
    func fill() async throws {
        try await checkIn()
        try await server.publish()
        server.clock.advance(minutes: 5)
        try await server.publish(Samples.policy(floor: "2.0"))
        server.clock.advance(minutes: 5)
    }

    /// Opens every page without and with queries, and sends every form with nothing in it.
    func openEveryPage(rights: Rights = .all) async throws {
        for route in dashboard.routes {
            let queries = [""] + (Self.queries[route.path] ?? [])
            for query in route.method == .get ? queries : [""] {
                do {
                    _ = try await send(route.method, route.path, query: query, rights: rights)
                } catch  where !(error is TemplateError) {
                    // A page may refuse; what it shows then is another page's matter.
                }
            }
        }
    }
}
