import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

/// A token gets no more by creating others, and they can be revoked with it.
@Suite(.timeLimit(.minutes(5))) struct TokenChainTests {
    let server: TestPlane
    private var tokens: TokenService { server.plane.tokens }

    init() async throws {
        server = try TestPlane(limits: StorageLimits(tokensOfCreator: 3))
        try await server.makeApp()
    }

    private func make(
        _ name: String, rights: Rights = [.read, .tokens], apps: Set<String>? = ["hashtags"],
        with creator: Principal = .server
    ) async throws -> (record: TokenRecord, principal: Principal) {
        let (record, text) = try await tokens.create(
            TokenService.Draft(kind: .admin, name: name, rights: rights, apps: apps), by: creator)
        return (record, try tokens.authenticate(text))
    }

    @Test func `tokens that a limited one creates belong to its chain`() async throws {
        let admin = try await make("admin", rights: .all, apps: nil)
        let first = try await make("first", with: admin.principal)
        let second = try await make("second", with: first.principal)
        let third = try await make("third", with: second.principal)
        #expect([first, second, third].map(\.record.createdWith) == [admin, first, second].map(\.record.id))
        #expect([first, second, third].allSatisfy { $0.principal.chain == first.record.id })
        #expect(admin.record.createdWith == nil && admin.principal.chain == admin.record.id)
        // After a restart, from the store.
        #expect(try await server.store.read { try $0.tokens() }.filter { $0.chain == first.record.id }.count == 3)
    }

    @Test(arguments: [(Rights.all, Set(["hashtags"])), ([.read, .tokens], nil)] as [(Rights, Set<String>?)])
    func `a token begins chains only if it may do everything with every app`(
        rights: Rights, apps: Set<String>?
    ) async throws {
        let limited = try await make("limited", rights: rights, apps: apps)
        let created = try await make("created", apps: apps, with: limited.principal)
        #expect(created.principal.chain == limited.record.id)
    }

    @Test func `a chain creates no more tokens than the limit, also by revoking them`() async throws {
        let first = try await make("first")
        let second = try await make("second", with: first.principal)
        let third = try await make("third", with: second.principal)
        _ = try await make("fourth", with: third.principal)
        for creator in [first, second, third] {
            let error = await #expect(throws: ControlPlaneError.self) {
                try await make("more", with: creator.principal)
            }
            #expect(error?.kind == .tooManyTokens && error?.detail.contains("tokens.perCreator") == true)
        }
        try await tokens.revoke(third.record.id, by: .server)
        await #expect(throws: ControlPlaneError.self) { try await make("more", with: first.principal) }
        server.clock.advance(days: 1)
        _ = try await make("more", with: first.principal)
        // Another chain has a limit of its own, and the operator of the server has none.
        _ = try await make("more", with: try await make("other").principal)
    }

    @Test func `a token that may do everything is limited in those that it creates itself`() async throws {
        let admin = try await make("admin", rights: .all, apps: nil)
        let created = try await make("1", with: admin.principal)
        for name in ["2", "3"] { _ = try await make(name, with: admin.principal) }
        let error = await #expect(throws: ControlPlaneError.self) { try await make("4", with: admin.principal) }
        #expect(error?.kind == .tooManyTokens)
        _ = try await make("4", with: created.principal)
    }

    @Test func `a token is revoked alone, or with all that were created with it`() async throws {
        let first = try await make("first")
        let second = try await make("second", with: first.principal)
        let third = try await make("third", with: second.principal)
        let other = try await make("other")
        #expect(try await tokens.revoke(second.record.id, by: .server).map(\.id) == [second.record.id])
        // Through one that was revoked before.
        let revoked = try await tokens.revoke(first.record.id, includingCreated: true, by: .server)
        #expect(revoked.map(\.id) == [first.record.id, third.record.id])
        let valid = try await tokens.list(for: .server).filter { $0.revokedAt == nil }
        #expect(valid.map(\.id) == [other.record.id])
        let audit = try await server.plane.history.audit(app: nil, before: nil, limit: 99)
        #expect(audit.count { $0.action == "token.revoked" } == 3)
        #expect(try await tokens.revoke(first.record.id, includingCreated: true, by: .server).count == 1)
    }

    @Test func `a limited token revokes none that it may not see`() async throws {
        try await server.makeApp("birthdays")
        let first = try await make("first", apps: ["hashtags", "birthdays"])
        let visible = try await make("visible", apps: ["hashtags"], with: first.principal)
        _ = try await make("hidden", apps: ["birthdays"], with: first.principal)
        let caller = try await make("caller")
        await #expect(throws: ControlPlaneError.self) {
            try await tokens.revoke(first.record.id, includingCreated: true, by: caller.principal)
        }
        let revoked = try await tokens.revoke(visible.record.id, includingCreated: true, by: caller.principal)
        #expect(revoked.map(\.name) == ["visible"])
    }
}
