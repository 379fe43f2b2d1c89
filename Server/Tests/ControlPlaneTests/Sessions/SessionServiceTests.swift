import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@Suite("Sessions of browsers", .timeLimit(.minutes(5))) struct SessionServiceTests {
    let server: TestPlane

    init() throws { server = try TestPlane() }

    private var sessions: SessionService { server.plane.sessions }

    private func token(
        _ kind: TokenKind = .admin, rights: Rights? = nil, apps: Set<String>? = nil, for seconds: Double? = nil
    ) async throws -> (record: TokenRecord, text: String) {
        let draft = TokenService.Draft(
            kind: kind, name: "Ada", rights: rights, apps: apps,
            expiresAt: seconds.map { server.clock.now.addingTimeInterval($0) })
        return try await server.plane.tokens.create(draft, by: .server)
    }

    @Test("a session has the rights of its token, and lasts twelve hours")
    func lifetime() async throws {
        try await server.makeApp()
        let token = try await token(rights: [.read, .publish], apps: ["hashtags"])
        let (text, session) = try await sessions.open(with: token.text, requestID: "r-1")
        #expect(session.principal.tokenID == token.record.id && session.principal.name == "Ada")
        #expect(session.principal.rights == [.read, .publish] && session.principal.apps == ["hashtags"])
        #expect(session.openedAt == server.clock.now)
        #expect(session.expiresAt == server.clock.now.addingTimeInterval(12 * 3_600))
        #expect(try await sessions.session(text) == session)
        server.clock.advance(seconds: 12 * 3_600 - 0.001)
        #expect(try await sessions.session(text) == session)
        server.clock.advance(seconds: 0.001)
        #expect(try await sessions.session(text) == nil)
    }

    @Test("a session expires with its token if that is sooner")
    func expiryOfToken() async throws {
        let (text, session) = try await sessions.open(with: try await token(for: 60).text)
        #expect(session.expiresAt == server.clock.now.addingTimeInterval(60))
        server.clock.advance(seconds: 60)
        #expect(try await sessions.session(text) == nil)
    }

    @Test("a session ends at once when its token is revoked on another node")
    func revocation() async throws {
        let token = try await token()
        let (text, _) = try await sessions.open(with: token.text)
        let other = try server.again()
        #expect(try await other.plane.sessions.session(text) != nil)
        _ = try await other.plane.tokens.revoke(token.record.id, by: .server)
        #expect(try await sessions.session(text) == nil)
        // This node has not read the tokens since, so it still knows the token as valid.
        #expect(try server.plane.tokens.authenticate(token.text).name == "Ada")
        let error = await #expect(throws: ControlPlaneError.self) { try await sessions.open(with: token.text) }
        #expect(error?.kind == .unauthorized && error?.detail.contains("revoked") == true)
    }

    @Test("a session ends when it is closed, on all nodes, and no other one ends")
    func closing() async throws {
        let token = try await token()
        let (first, second) = (try await sessions.open(with: token.text), try await sessions.open(with: token.text))
        #expect(first.text != second.text && first.session.formToken != second.session.formToken)
        for _ in 0..<2 { try await server.again().plane.sessions.close(first.text) }
        try await sessions.close("unknown")
        #expect(try await sessions.session(first.text) == nil)
        #expect(try await sessions.session(second.text) == second.session)
    }

    @Test("only the text of a session finds it, neither its digest nor its form token nor the token's text")
    func texts() async throws {
        let token = try await token()
        let (text, session) = try await sessions.open(with: token.text)
        #expect(text.utf8.count == 43 && session.formToken.utf8.count == 64)
        #expect(session.formToken == ContentDigest.hex(Array("airworthy form \(text)".utf8)))
        let digest = ContentDigest.hex(Array(text.utf8))
        #expect(try await server.store.read { try $0.session(digest)?.tokenID } == token.record.id)
        for other in ["", digest, session.formToken, token.text, text + "A", String(text.dropLast()), "ä" + text] {
            #expect(try await sessions.session(other) == nil, "\(other)")
        }
    }

    @Test(
        "a sign-in is refused for an unknown, expired or malformed token", arguments: ["", "adm_x", "unknown", "old"])
    func refusal(_ text: String) async throws {
        var text = text
        if text == "unknown" {
            let draft = TokenService.Draft(kind: .admin, name: "a")
            text = try await TestPlane().plane.tokens.create(draft, by: .server).text
        } else if text == "old" {
            text = try await token(for: 60).text
            server.clock.advance(seconds: 60)
        }
        let error = await #expect(throws: ControlPlaneError.self) { try await sessions.open(with: text) }
        #expect(error?.kind == .unauthorized)
    }

    @Test("only an admin token can sign in", arguments: [TokenKind.ci, .server, .device])
    func kinds(_ kind: TokenKind) async throws {
        let token = try await token(kind)
        let error = await #expect(throws: ControlPlaneError.self) { try await sessions.open(with: token.text) }
        #expect(error?.kind == .forbidden && error?.detail.contains("adm") == true)
        let other = await #expect(throws: ControlPlaneError.self) {
            try await sessions.makeLink(for: token.record.principal)
        }
        #expect(other?.kind == .forbidden)
    }

    private func code(of link: SignInLink) throws -> String {
        String(try #require(link.path.firstMatch(of: #/^\/sign-in\?once=([0-9a-f]{64})$/#)).1)
    }

    @Test("a link opens one session, on any node, within a minute")
    func links() async throws {
        let token = try await token()
        let link = try await sessions.makeLink(for: token.record.principal)
        #expect(link.expiresAt == server.clock.now.addingTimeInterval(60))
        let code = try code(of: link)
        let other = try server.again().plane.sessions
        let (text, session) = try #require(try await other.open(withLink: code, requestID: "r-2"))
        #expect(try await sessions.session(text) == session)
        for node in [sessions, other] { #expect(try await node.open(withLink: code) == nil) }
        let late = try self.code(of: try await sessions.makeLink(for: token.record.principal))
        server.clock.advance(seconds: 60)
        #expect(try await sessions.open(withLink: late) == nil)
        let long = try await sessions.makeLink(for: token.record.principal, within: .seconds(600))
        server.clock.advance(seconds: 599)
        #expect(try await sessions.open(withLink: try self.code(of: long)) != nil)
    }

    @Test("of many who open a link at the same time, one is signed in")
    func raceForLink() async throws {
        let code = try code(of: try await sessions.makeLink(for: try await token().record.principal))
        let nodes = try [server, server.again(), server.again()].map(\.plane.sessions)
        let opened = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<12 {
                group.addTask { try await nodes[number % nodes.count].open(withLink: code) != nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(opened == 1)
    }

    @Test("a link is no session, its stored form opens nothing, and it dies with its token")
    func linksAreSecrets() async throws {
        let token = try await token()
        let code = try code(of: try await sessions.makeLink(for: token.record.principal))
        let stored = try await server.store.read { [clock = server.clock] in try $0.sessions(at: clock.now) }
        #expect(stored.count == 1 && !stored[0].digest.contains(code))
        for text in [code, stored[0].digest, stored[0].id] {
            #expect(try await sessions.session(text) == nil)
            if text != code { #expect(try await sessions.open(withLink: text) == nil) }
        }
        #expect(try await sessions.list(for: .server).isEmpty)
        _ = try await server.plane.tokens.revoke(token.record.id, by: .server)
        let error = await #expect(throws: ControlPlaneError.self) { try await sessions.open(withLink: code) }
        #expect(error?.kind == .unauthorized)
        await #expect(throws: ControlPlaneError.self) { try await sessions.makeLink(for: token.record.principal) }
        await #expect(throws: ControlPlaneError.self) { try await sessions.makeLink(for: .server) }
    }

    @Test("the open sessions of visible tokens are listed, the newest first, until they end")
    func listing() async throws {
        try await server.makeApp()
        let (all, some) = (try await token(), try await token(apps: ["hashtags"]))
        let first = try await sessions.open(with: all.text)
        server.clock.advance(seconds: 1)
        let second = try await sessions.open(with: some.text)
        func ids(_ principal: Principal = .server) async throws -> [String] {
            try await sessions.list(for: principal).map(\.id)
        }
        #expect(try await ids() == [second.session.id, first.session.id])
        #expect(try await sessions.list(for: .server).map(\.token.id) == [some.record.id, all.record.id])
        // Whoever is limited to some apps sees no other sessions, and ends none.
        #expect(try await ids(some.record.principal) == [second.session.id])
        let hidden = await #expect(throws: ControlPlaneError.self) {
            try await sessions.end(first.session.id, by: some.record.principal)
        }
        #expect(hidden?.kind == .notFound)
        try await sessions.end(first.session.id, by: all.record.principal)
        #expect(try await server.again().plane.sessions.session(first.text) == nil)
        #expect(try await ids() == [second.session.id])
        _ = try await server.plane.tokens.revoke(some.record.id, by: .server)
        #expect(try await ids().isEmpty)
        let entry = try #require(
            try await server.plane.history.audit(app: nil, before: nil, limit: 9).first { $0.action == "session.ended" }
        )
        #expect(entry.tokenID == all.record.id && entry.detail?.contains(all.record.id) == true)
        let reader = try await token(rights: [.read]).record.principal
        await #expect(throws: ControlPlaneError.self) { try await sessions.list(for: reader) }
        await #expect(throws: ControlPlaneError.self) { try await sessions.end("a", by: reader) }
    }

    @Test("the audit says who signed in with which request, and has no text")
    func audit() async throws {
        let token = try await token()
        let link = try code(of: try await sessions.makeLink(for: token.record.principal))
        let texts = [
            try await sessions.open(with: token.text, requestID: "r-1").text,
            try #require(try await sessions.open(withLink: link, requestID: "r-2")).text,
        ]
        try await sessions.close(texts[0])
        let entries = try await server.plane.history.audit(app: nil, before: nil, limit: 9).prefix(2)
        #expect(entries.map(\.action) == ["session.opened", "session.opened"])
        #expect(entries.map(\.requestID) == ["r-2", "r-1"] && entries.allSatisfy { $0.tokenID == token.record.id })
        #expect(entries.map(\.detail) == ["by a sign-in link", nil] && entries.allSatisfy { $0.actor == "Ada" })
    }

    @Test("the hundred newest sessions of a token are kept, whatever other tokens have")
    func limit() async throws {
        let (token, other) = (try await token(), try await token())
        let kept = try await sessions.open(with: other.text)
        var texts: [String] = []
        for _ in 0..<102 {
            texts.append(try await sessions.open(with: token.text).text)
            server.clock.advance(seconds: 1)
        }
        var open: [Bool] = []
        for text in texts { open.append(try await sessions.session(text) != nil) }
        #expect(open == [false, false] + Array(repeating: true, count: 100))
        #expect(try await sessions.session(kept.text) == kept.session)
    }

    @Test("housekeeping removes expired sessions only")
    func housekeeping() async throws {
        let token = try await token()
        let old = try await sessions.open(with: token.text).text
        server.clock.advance(minutes: 1)
        let new = try await sessions.open(with: token.text).text
        server.clock.advance(minutes: 12 * 60 - 1)
        await server.plane.housekeeping.renew()
        let digests = [old, new].map { ContentDigest.hex(Array($0.utf8)) }
        let stored = try await server.store.read { transaction in try digests.map { try transaction.session($0) != nil }
        }
        #expect(stored == [false, true])
    }

    @Test("a session that could not be stored is not opened")
    func failure() async throws {
        let token = try await token()
        server.store.fail(with: .full)
        await #expect(throws: StoreError.full) { try await sessions.open(with: token.text) }
        await #expect(throws: StoreError.full) { try await sessions.session(String(repeating: "A", count: 43)) }
    }
}
