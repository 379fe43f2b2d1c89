import ControlPlane
import Dashboard
import HTTPTypes
import Hummingbird

/// Signs browsers in and out.
struct SessionRoutes: Sendable {
    let dashboard: Dashboard
    let plane: ControlPlane
    let misses: MissReader?
    let failures: AuthenticationMetrics

    @Sendable func first(_ request: Request, context: AppRequestContext) async throws -> Response {
        let text = SessionCookie(for: PageOrigin(request)).text(in: request.headers[.cookie])
        let session = if let text { try await plane.sessions.session(text) } else { nil as Session? }
        return .seeOther(session == nil ? "/sign-in" : "/apps")
    }

    @Sendable func show(_ request: Request, context: AppRequestContext) async throws -> Response {
        let query = FormFields(encoded: request.uri.query ?? "")
        let next = PathText.ownPath(query?["next"])
        if let code = query?["once"] { return try await signIn(withLink: code, next: next, request, context) }
        return .page(try dashboard.signInPage(next: next))
    }

    @Sendable func signIn(_ request: Request, context: AppRequestContext) async throws -> Response {
        let origin = PageOrigin(request)
        let form = try await request.form(upTo: BodyLimit.signIn)
        let next = PathText.ownPath(form["next"])
        func refuse(_ problem: String, status: HTTPResponse.Status) throws -> Response {
            .page(try dashboard.signInPage(next: next, problem: problem), status: status)
        }
        guard !origin.isPlainElsewhere else {
            return try refuse(
                "This address is not https, so browsers do not keep the session. Open the server over https, or on its own machine as http://127.0.0.1.",
                status: .badRequest)
        }
        guard origin.isOwn else { throw HTTPProblem.foreignForm }
        guard let token = form["token"] else {
            return try refuse("Paste an admin token.", status: .unprocessableContent)
        }
        if let misses, plane.tokens.isUnknown(token) { await misses.readAgain(for: .token) }
        do {
            let (text, _) = try await plane.sessions.open(with: token, requestID: context.requestID)
            return .seeOther(
                next ?? "/apps", headers: [.setCookie: SessionCookie(for: origin).setting(text)])
        } catch let error as ControlPlaneError where [.unauthorized, .forbidden].contains(error.kind) {
            let isForbidden = error.kind == .forbidden
            failures.count(isForbidden ? .forbidden : AuthenticationFailure(of: token, in: plane.tokens))
            // 401 for both, so that addresses that try many tokens are slowed down.
            return try refuse(error.detail, status: .unauthorized)
        }
    }

    /// Signs in by an address that works once; see ``SignInLink``.
    private func signIn(
        withLink code: String, next: String?, _ request: Request, _ context: AppRequestContext
    ) async throws -> Response {
        let origin = PageOrigin(request)
        func refuse(_ problem: String) throws -> Response {
            .page(try dashboard.signInPage(next: next, problem: problem), status: .unauthorized)
        }
        guard origin.keepsCookies else {
            return try refuse("An address that signs in works over https, or on the server's own machine.")
        }
        guard origin.isOpenedByPerson else {
            return try refuse("Another site led here. Copy the address into the browser yourself, if it is yours.")
        }
        do {
            guard let (text, _) = try await plane.sessions.open(withLink: code, requestID: context.requestID) else {
                failures.count(.unknown)
                return try refuse("This address was used before, or is too old.")
            }
            return .seeOther(next ?? "/apps", headers: [.setCookie: SessionCookie(for: origin).setting(text)])
        } catch let error as ControlPlaneError where [.unauthorized, .forbidden].contains(error.kind) {
            return try refuse(error.detail)
        }
    }

    @Sendable func signOut(_ request: Request, context: AppRequestContext) async throws -> Response {
        let origin = PageOrigin(request)
        let cookie = SessionCookie(for: origin)
        guard origin.isOwn else { throw HTTPProblem.foreignForm }
        let form = try await request.form(upTo: BodyLimit.signIn)
        if let text = cookie.text(in: request.headers[.cookie]), let session = try await plane.sessions.session(text) {
            guard let token = form.raw("csrf"), ContentDigest.isEqual(token, session.formToken) else {
                throw HTTPProblem.foreignForm
            }
            try await plane.sessions.close(text)
        }
        return .seeOther("/sign-in", headers: [.setCookie: cookie.removing])
    }
}
