import AirworthySupport
import ControlPlane
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServerSupport

/// Serves the dashboard: turns requests into those that pages understand, after checking session, rights and forms.
struct PageRoutes: Sendable {
    typealias Handler = @Sendable (Request, AppRequestContext) async throws -> Response

    private static let longestQuery = 16 * 1_024

    let dashboard: Dashboard
    let plane: ControlPlane
    let work: AdminWork
    let events: EventStreams
    /// Looks for tokens that other nodes have just created; `nil` without other nodes.
    let misses: MissReader?
    let failures: AuthenticationMetrics
    /// Answers a program that asks a page for JSON, from the admin route at a path.
    let json: Handler

    var routes: [(method: HTTPRequest.Method, path: String, answer: Handler)] {
        let sessions = SessionRoutes(dashboard: dashboard, plane: plane, misses: misses, failures: failures)
        return [
            (.get, "/", sessions.first), (.get, "/sign-in", sessions.show), (.post, "/sign-in", sessions.signIn),
            (.post, "/sign-out", sessions.signOut), (.get, "/events", stream),
        ]
            + dashboard.routes.map { route in
                (route.method == .get ? .get : .post, route.path, { try await answer(route, to: $0, context: $1) })
            }
    }

    private func answer(_ route: PageRoute, to request: Request, context: AppRequestContext) async throws -> Response {
        if route.method == .get, request.wantsJSON { return try await forward(route, request, context) }
        let origin = PageOrigin(request)
        let text = SessionCookie(for: origin).text(in: request.headers[.cookie])
        guard let text, var session = try await plane.sessions.session(text) else {
            // Not a 401, which counts as a failed sign-in: a page that is open saves again and again. Anybody can send one, so not as
            // much as with a session.
            let problem = HTTPProblem(.forbidden, detail: Self.signedOut)
            if route.method == .post,
                let page = try await lostForm(of: request, upTo: Self.longestLostForm, from: origin, for: problem)
            {
                return page
            }
            return .seeOther(
                "/sign-in?next=" + PercentEncoding.encode(route.method == .get ? request.uri.description : "/apps"))
        }
        session.principal.requestID = context.requestID
        do throws(HTTPProblem) {
            try Self.check(session.principal, for: route, app: context.parameters.get("app"))
        } catch {
            if route.method == .post,
                let page = try await lostForm(of: request, upTo: route.longestForm, from: origin, for: error)
            {
                return page
            }
            throw error
        }
        var form = FormFields()
        if route.method == .post {
            guard origin.isOwn else { throw HTTPProblem.foreignForm }
            form = try await request.form(upTo: route.longestForm)
            guard let token = form.raw("csrf"), ContentDigest.isEqual(token, session.formToken) else {
                if let page = try lostForm(form, for: .foreignForm) { return page }
                throw HTTPProblem.foreignForm
            }
        }
        guard let query = FormFields(encoded: (request.uri.query ?? "").prefix(Self.longestQuery)) else {
            throw HTTPProblem.unreadableQuery
        }
        let names = route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
            String($0.dropFirst().dropLast())
        }
        var parameters: [String: String] = [:]
        for name in names { parameters[name] = try context.pathText(name) }
        let page = PageRequest(
            path: request.uri.path, parameters: parameters, query: query, form: form, session: session)
        let caller = AdminWork.Caller(chain: session.principal.chain ?? "", connection: context.channel)
        do {
            let answer =
                route.isQuick
                ? try await route.answer(page) : try await work.run(for: caller) { try await route.answer(page) }
            return Self.response(answer)
        } catch let error as PageError {
            throw HTTPProblem(
                error.status == 404 ? .notFound : .invalid, detail: error.detail, status: .init(code: error.status))
        }
    }

    @Sendable private func stream(_ request: Request, context: AppRequestContext) async throws -> Response {
        let text = SessionCookie(for: PageOrigin(request)).text(in: request.headers[.cookie])
        guard let text, let session = try await plane.sessions.session(text) else {
            // Tells the browser not to try again.
            return .empty(.noContent)
        }
        let app = FormFields(encoded: request.uri.query ?? "")?["app"]
        if let app, !session.principal.covers(app) { throw HTTPProblem.appOutOfScope(app) }
        return try events.open(about: app, chain: session.principal.chain ?? "") { [plane] in
            // A database that cannot be read for a moment ends no stream.
            do { return try await plane.sessions.session(text) != nil } catch { return true }
        }
    }

    // MARK: Checks

    /// Throws an error unless a session may use a page.
    private static func check(_ principal: Principal, for route: PageRoute, app: String?) throws(HTTPProblem) {
        guard principal.rights.isSuperset(of: route.right) else {
            throw HTTPProblem(
                .forbidden,
                detail:
                    "the token \"\(principal.name.forMessage)\" lacks the right \"\(route.right.names.joined(separator: ", "))\"; "
                    + "sign in with one that has it")
        }
        if let app = app.map({ $0.utf8.percentDecoded() ?? $0 }), !principal.covers(app) {
            throw HTTPProblem.appOutOfScope(app)
        }
    }

    // MARK: Forms that are not accepted

    private static let longestLostForm = 64 * 1_024
    private static let signedOut =
        "your session has ended, so nothing was saved; copy what you wrote, sign in again, and paste it"

    /// Returns a page with what somebody wrote into a form that a page of this server sent; `nil` if there is nothing to lose.
    private func lostForm(
        of request: Request, upTo limit: Int, from origin: PageOrigin, for problem: HTTPProblem
    ) async throws -> Response? {
        guard origin.isOwn, let form = try? await request.form(upTo: limit) else { return nil }
        return try lostForm(form, for: problem)
    }

    private func lostForm(_ form: FormFields, for problem: HTTPProblem) throws -> Response? {
        let page = try dashboard.lostFormPage(
            form, status: problem.status.code, title: "Not saved", detail: problem.detail)
        return page.map { .page($0, status: problem.status) }
    }

    // MARK: Answers

    private static func response(_ answer: PageAnswer) -> Response {
        switch answer {
        case .page(let html, let status): return .page(html, status: .init(code: status))
        case .see(let path): return .seeOther(path)
        case .file(let name, let contentType, let text):
            var headers = PageHeaders.all
            headers[.contentType] = contentType
            headers[.cacheControl] = "no-store"
            headers[.contentDisposition] = "attachment; filename=\"\(name)\""
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
    }

    /// Answers a program with what the admin route says.
    private func forward(_ route: PageRoute, _ request: Request, _ context: AppRequestContext) async throws -> Response
    {
        guard route.hasAdminRoute else {
            throw HTTPProblem(
                .notFound, detail: "this page has no JSON; see /openapi.yaml for the routes of the admin API")
        }
        var head = request.head
        head.path = "/v1/admin\(request.uri.description)"
        return try await json(Request(head: head, body: request.body), context)
    }
}

extension HTTPProblem {
    /// The refusal of a form that another site may have sent.
    static let foreignForm = HTTPProblem(
        .forbidden,
        detail: "this form was not sent from a page of this server in this session; open the page again and repeat it"
    ).withoutToken()
}

extension Request {
    /// Whether the caller is a program that asks for JSON rather than a browser.
    var wantsJSON: Bool {
        guard let accept = headers[.accept]?.lowercased() else { return false }
        return accept.contains("json") && !accept.contains("text/html")
    }

    /// Whether the caller is a browser that shows pages.
    var wantsPage: Bool { headers[.accept]?.lowercased().contains("text/html") ?? false }

    func form(upTo limit: Int) async throws -> FormFields {
        let type = headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
        guard type == "application/x-www-form-urlencoded" else {
            throw HTTPProblem(
                .unsupportedMediaType, detail: "the form is not sent as application/x-www-form-urlencoded")
        }
        if let length = headers.value(of: .contentLength).flatMap(Int.init), length > limit {
            throw HTTPProblem.bodyTooLarge(limit: limit)
        }
        let bytes = try await bytes(upTo: limit)
        guard let text = String(validating: bytes, as: UTF8.self), let form = FormFields(encoded: text) else {
            throw HTTPProblem(.refused, detail: "the form cannot be read; it needs percent-encoded UTF-8")
        }
        return form
    }
}

extension Response {
    static func page(_ html: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        var fields = PageHeaders.all
        for field in headers { fields[field.name] = field.value }
        fields[.contentType] = "text/html; charset=utf-8"
        fields[.cacheControl] = "no-store"
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// Creates the response with a file that pages load.
    init(_ asset: Asset) {
        var fields = PageHeaders.all
        fields[.contentType] = asset.contentType
        fields[.cacheControl] = CacheControl.forever.rawValue
        self.init(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: asset.text)))
    }

    /// Creates the response that leads a browser to another page of this server.
    static func seeOther(_ path: String, headers: HTTPFields = [:]) -> Response {
        var fields = PageHeaders.all
        for field in headers { fields[field.name] = field.value }
        fields[.location] = path
        fields[.cacheControl] = "no-store"
        return Response(status: .seeOther, headers: fields)
    }
}
