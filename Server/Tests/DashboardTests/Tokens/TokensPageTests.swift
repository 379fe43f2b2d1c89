import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("The page of tokens", .timeLimit(.minutes(5)))
struct TokensPageTests {
    private static let page = "/tokens"
    private static let revoke = "/tokens/{id}/revoke"

    private static func form(
        name: String = "support", kind: String = "adm", rights: [String] = ["read"], apps: String = "",
        days: String = "90"
    ) -> [(String, String)] {
        [("name", name), ("kind", kind), ("apps", apps), ("days", days)] + rights.map { ("rights", $0) }
    }

    /// A kit whose session belongs to a stored token, as those of real browsers do.
    private static func kit() async throws -> (kit: PageKit, own: Session) {
        let kit = try await PageKit()
        let record = try await kit.plane.tokens.create(.init(kind: .admin, name: "owner"), by: .server).record
        let principal = Principal(.token(record.id, kind: .admin), name: record.name, rights: .all)
        return (
            kit,
            Session(
                principal: principal, id: "s1", openedAt: kit.now, expiresAt: kit.now + 3_600, formToken: "form-token")
        )
    }

    private static func post(
        _ kit: PageKit, _ path: String, form: [(String, String)], id: String = "", as session: Session
    ) async throws -> PageAnswer {
        let route = try #require(try kit.dashboard.routes.first { $0.method == .post && $0.path == path })
        return try await route.answer(
            PageRequest(
                path: path, parameters: ["id": id], form: FormFields(form.map { FormFields.Field($0.0, $0.1) }),
                session: session))
    }

    @Test("a new token's text is shown once, and never again")
    func create() async throws {
        let (kit, own) = try await Self.kit()
        let answer = try await Self.post(kit, Self.page, form: Self.form(), as: own)
        #expect(answer.status == 200)
        let text = try #require(answer.html.firstMatch(of: /value="(adm_[^"]+)"/)).1
        let principal = try kit.plane.tokens.authenticate(String(text))
        #expect(principal.name == "support" && principal.rights == [.read])
        let html = try await kit.html(Self.page)
        #expect(html.contains("support") && !html.contains(String(text)))
        let record = try #require(
            try await kit.plane.tokens.list(for: .server).first { $0.name == "support" })
        #expect(record.expiresAt == kit.now + 90 * 86_400 && record.createdBy == "owner")
    }

    @Test(
        "a form that cannot be fulfilled keeps what was typed, and creates nothing",
        arguments: [
            (Self.form(rights: []), "Tick at least one right."),
            (Self.form(name: ""), "1 to 64 printable characters"),
            (Self.form(name: "airworthy"), "reserved"), (Self.form(kind: "srv", rights: ["publish"]), "cannot have"),
            (Self.form(apps: "nothing"), "there is no app"),
        ])
    func problems(form: [(String, String)], problem: String) async throws {
        let (kit, own) = try await Self.kit()
        let count = try await kit.plane.tokens.list(for: .server).count
        let answer = try await Self.post(kit, Self.page, form: form, as: own)
        #expect(answer.status == 422 && answer.html.localizedCaseInsensitiveContains(problem))
        #expect(answer.html.contains("role=\"alert\""))
        #expect(try await kit.plane.tokens.list(for: .server).count == count)
    }

    @Test("nobody gives rights that they do not have, and no app that they do not see")
    func limits() async throws {
        let (kit, own) = try await Self.kit()
        var session = own
        session.principal = Principal(
            own.principal.subject, name: "owner", rights: [.read, .tokens], apps: ["hashtags"])
        let foreign = try await Self.post(kit, Self.page, form: Self.form(rights: ["publish"]), as: session)
        #expect(foreign.status == 422 && foreign.html.contains("cannot give the right publish"))
        #expect(!foreign.html.contains("value=\"publish\""))
        let other = try await Self.post(kit, Self.page, form: Self.form(apps: "other"), as: session)
        #expect(other.status == 422 && other.html.contains("limited to other apps"))
        let html = try await kit.html(Self.page, rights: [.read, .tokens], apps: ["hashtags"])
        #expect(!html.contains("owner") && html.contains("those of this session, hashtags"))
    }

    @Test("the tokens that were created with a token can be revoked with it", arguments: [false, true])
    func created(withCreated: Bool) async throws {
        let (kit, own) = try await Self.kit()
        let (parent, text) = try await kit.plane.tokens.create(
            .init(kind: .admin, name: "parent", rights: [.read, .tokens]), by: .server)
        let caller = try kit.plane.tokens.authenticate(text)
        let child = try await kit.plane.tokens.create(.init(kind: .admin, name: "child"), by: caller).record
        let html = try await kit.html(Self.page)
        #expect(html.components(separatedBy: "Also revoke the 1 token created with it").count == 2)
        let form = [("confirm", "parent")] + (withCreated ? [("created", "1")] : [])
        #expect(try await Self.post(kit, Self.revoke, form: form, id: parent.id, as: own).status == 303)
        let valid = try await kit.plane.tokens.list(for: .server).filter { $0.revokedAt == nil }.map(\.id)
        #expect(!valid.contains(parent.id) && valid.contains(child.id) == !withCreated)
    }

    @Test("a token is revoked only when its name is typed")
    func revocation() async throws {
        let (kit, own) = try await Self.kit()
        let (record, text) = try await kit.plane.tokens.create(.init(kind: .server, name: "backend"), by: .server)
        for wrong in ["", "Backend", "backend2"] {
            let answer = try await Self.post(kit, Self.revoke, form: [("confirm", wrong)], id: record.id, as: own)
            #expect(answer.status == 422 && answer.html.contains("Nothing was revoked."))
        }
        #expect(try kit.plane.tokens.authenticate(text).name == "backend")
        let done = try await Self.post(kit, Self.revoke, form: [("confirm", "backend")], id: record.id, as: own)
        #expect(done.next == "/tokens?done=token-revoked" && Notice.text("token-revoked") != nil)
        #expect(throws: ControlPlaneError.self) { try kit.plane.tokens.authenticate(text) }
        let html = try await kit.html(Self.page)
        #expect(html.contains("Revoked and expired tokens") && !html.contains("confirm-\(record.id)"))
        await #expect { try await Self.post(kit, Self.revoke, form: [], id: "none", as: own) } throws: { error in
            (error as? ControlPlaneError)?.kind == .notFound
        }
    }

    @Test("signed-in browsers are listed and ended; one's own signs out instead")
    func browsers() async throws {
        let (kit, own) = try await Self.kit()
        let (record, text) = try await kit.plane.tokens.create(.init(kind: .admin, name: "night shift"), by: .server)
        let other = try await kit.plane.sessions.open(with: text)
        _ = try await kit.plane.sessions.makeLink(for: record.principal)
        var session = own
        func page() async throws -> String {
            let route = try #require(kit.dashboard.routes.first { $0.method == .get && $0.path == Self.page })
            return try await route.answer(PageRequest(path: Self.page, session: session)).html
        }
        let path = "/tokens/sessions/\(other.session.id)/end"
        #expect(try await page().components(separatedBy: path).count == 2)
        session = other.session
        let html = try await page()
        #expect(html.contains("this browser") && !html.contains(path))
        let end = "/tokens/sessions/{id}/end"
        let done = try await Self.post(kit, end, form: [], id: other.session.id, as: own)
        #expect(done.next?.hasPrefix("/tokens?done=session-ended") == true && Notice.text("session-ended") != nil)
        #expect(try await kit.plane.sessions.session(other.text) == nil)
        await #expect(throws: ControlPlaneError.self) {
            try await Self.post(kit, end, form: [], id: other.session.id, as: own)
        }
    }

    @Test("a use of a token is noted, by request and by session")
    func noted() async throws {
        let (kit, _) = try await Self.kit()
        let (record, text) = try await kit.plane.tokens.create(.init(kind: .admin, name: "used"), by: .server)
        func lastUse() async throws -> Date? {
            try await kit.plane.tokens.list(for: .server).first { $0.id == record.id }?.lastUsedAt
        }
        #expect(try await lastUse() == nil)
        #expect(try await kit.html(Self.page).contains("none seen"))
        kit.server.clock.advance(minutes: 5)
        _ = try kit.plane.tokens.authenticate(text)
        #expect(try await lastUse() == kit.now)
        let session = try await kit.plane.sessions.open(with: text).text
        kit.server.clock.advance(minutes: 5)
        _ = try await kit.plane.sessions.session(session)
        #expect(try await lastUse() == kit.now)
    }

    @Test("the page and its actions need the right to manage tokens, and no link leads others there")
    func rights() async throws {
        let kit = try await PageKit()
        #expect(try kit.dashboard.tokensRoutes.allSatisfy { $0.right == .tokens })
        #expect(try await kit.html("/audit", rights: .read).contains("href=\"/tokens\"") == false)
        #expect(try await kit.html("/audit").contains("href=\"/tokens\""))
    }

    @Test("names that look like markup are text")
    func hostile() async throws {
        let (kit, own) = try await Self.kit()
        let name = "<script>alert(\"1\")</script>'x"
        let answer = try await Self.post(kit, Self.page, form: Self.form(name: name), as: own)
        #expect(answer.status == 200 && PublishingPages.isHarmless(answer.html))
        #expect(PublishingPages.isHarmless(try await kit.html(Self.page)))
        let refused = try await Self.post(kit, Self.page, form: Self.form(name: PageKit.hostile), as: own)
        #expect(refused.status == 422 && refused.html.escapesHostileText)
    }
}
