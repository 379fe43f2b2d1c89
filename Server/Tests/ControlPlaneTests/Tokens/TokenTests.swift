import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct TokenTests {
    let server: TestPlane

    init() throws { server = try TestPlane() }

    private var tokens: TokenService { server.plane.tokens }

    @Test(arguments: TokenKind.allCases)
    func `a token's text is returned once, stored as a digest, and valid at once`(_ kind: TokenKind) async throws {
        let (record, text) = try await tokens.create(TokenService.Draft(kind: kind, name: "some one"), by: .server)
        #expect(text.hasPrefix("\(kind.rawValue)_") && text.count == kind.rawValue.count + 1 + 43 + 6)
        let principal = try tokens.authenticate(text)
        #expect(principal.rights == kind.rights && principal.tokenKind == kind && principal.name == "some one")
        #expect(principal.tokenID == record.id && record.id.count == 12)
        let kept = "\(try await tokens.list(for: .server))"
        #expect(record.digest.count == 64 && kept.contains(record.digest) && !kept.contains(text))
    }

    @Test func `a malformed token is rejected by its form`() async throws {
        let text = try await tokens.create(TokenService.Draft(kind: .admin, name: "a"), by: .server).text
        var broken = ["", "adm_", "x", String(repeating: "a", count: 10_000), text + "a", String(text.dropLast())]
        broken.append("ci" + text.dropFirst(3))
        broken.append(text.uppercased())
        for index in text.indices {
            let other: Character = text[index] == "A" ? "B" : "A"
            broken.append(text.replacingCharacters(in: index...index, with: String(other)))
        }
        for text in broken {
            let error = #expect(throws: ControlPlaneError.self) { try tokens.authenticate(text) }
            #expect(error?.kind == .unauthorized && error?.detail.contains("not a token") == true)
        }
        // A well-formed token that was never created.
        let foreign = try TestPlane()
        let unknown = try await foreign.plane.tokens.create(TokenService.Draft(kind: .admin, name: "a"), by: .server)
        let error = #expect(throws: ControlPlaneError.self) { try tokens.authenticate(unknown.text) }
        #expect(error?.kind == .unauthorized && error?.detail.contains("unknown") == true)
    }

    @Test func `a token is rejected after its expiry`() async throws {
        let end = server.clock.now.addingTimeInterval(60)
        let text = try await tokens.create(
            TokenService.Draft(kind: .server, name: "a", expiresAt: end), by: .server
        ).text
        server.clock.advance(seconds: 59.999)
        #expect(try tokens.authenticate(text).tokenKind == .server)
        server.clock.advance(seconds: 0.001)
        let error = #expect(throws: ControlPlaneError.self) { try tokens.authenticate(text) }
        #expect(error?.kind == .unauthorized)
    }

    @Test func `a revoked token is rejected at once and for good`() async throws {
        let (record, text) = try await tokens.create(TokenService.Draft(kind: .admin, name: "a"), by: .server)
        let before = try await server.store.read { try $0.tokens() }
        let revoked = try await tokens.revoke(record.id, by: .server)
        #expect(revoked.map(\.revokedAt) == [server.clock.now])
        #expect(throws: ControlPlaneError.self) { try tokens.authenticate(text) }
        #expect(try await tokens.revoke(record.id, by: .server) == revoked)
        #expect(before.first?.revokedAt == nil)
        try await server.plane.housekeeping.poll()
        #expect(throws: ControlPlaneError.self) { try tokens.authenticate(text) }
        let none = await #expect(throws: ControlPlaneError.self) { try await tokens.revoke("nobody", by: .server) }
        #expect(none?.kind == .notFound)
        let audit = try await server.plane.history.audit(app: nil, before: nil, limit: 9)
        #expect(audit.map(\.action) == ["token.revoked", "token.created"])
        #expect(audit.allSatisfy { !($0.detail ?? "").contains(text) })
    }

    @Test func `of two nodes that start at once, one creates the first admin token`() async throws {
        let other = try server.again()
        let texts = [try await tokens.createFirstAdminToken(), try await other.plane.tokens.createFirstAdminToken()]
            .compactMap { $0 }
        #expect(texts.count == 1)
        #expect(try tokens.authenticate(try #require(texts.first)).rights == .all)
        #expect(try await tokens.createFirstAdminToken() == nil)
    }

    @Test(arguments: [
        "airworthy", "Airworthy", "AIRWORTHY", "air\u{200D}worthy", "\u{FF41}irworthy", "air worthy", "first admin",
        "First  Admin", "firstadmin",
    ])
    func `a token cannot have a name of the server itself`(_ name: String) async throws {
        let caller = try await tokens.create(TokenService.Draft(kind: .admin, name: "me"), by: .server).text
        let error = await #expect(throws: ControlPlaneError.self) {
            try await tokens.create(TokenService.Draft(kind: .ci, name: name), by: try tokens.authenticate(caller))
        }
        #expect(error?.kind == .invalid && error?.pointer == "/name")
    }

    @Test func `the audit tells two tokens of one name apart`() async throws {
        var ids: [String] = []
        for number in 1...2 {
            let (record, text) = try await tokens.create(TokenService.Draft(kind: .admin, name: "me"), by: .server)
            ids.append(record.id)
            var caller = try tokens.authenticate(text)
            caller.requestID = "request-\(number)"
            _ = try await tokens.create(TokenService.Draft(kind: .ci, name: "pipeline"), by: caller)
        }
        let entries = try await server.plane.history.audit(app: nil, before: nil, limit: 9)
            .filter { $0.actor == "me" }
        #expect(entries.map(\.tokenID) == ids.reversed())
        #expect(entries.map(\.requestID) == ["request-2", "request-1"])
    }

    struct Minting: Sendable, CustomTestStringConvertible {
        let name: String
        let draft: TokenService.Draft
        var refusal: ProblemKind?
        var pointer: String?
        var testDescription: String { name }
    }

    static let end = FixedClock.start.addingTimeInterval(3_600)
    /// A creation by a token with read, publish and tokens, for the app hashtags, for an hour.
    static let mintings = [
        Minting(name: "all defaults", draft: .init(kind: .admin, name: "x")),
        Minting(name: "fewer rights", draft: .init(kind: .ci, name: "x", rights: .read, apps: ["hashtags"])),
        Minting(name: "ends earlier", draft: .init(kind: .device, name: "x", expiresAt: end.addingTimeInterval(-1))),
        Minting(
            name: "a right it lacks", draft: .init(kind: .admin, name: "x", rights: [.read, .apps]),
            refusal: .forbidden, pointer: "/rights"),
        Minting(
            name: "a right the kind lacks", draft: .init(kind: .ci, name: "x", rights: .tokens), refusal: .invalid,
            pointer: "/rights"),
        Minting(
            name: "another app", draft: .init(kind: .ci, name: "x", apps: ["hashtags", "birthdays"]),
            refusal: .forbidden, pointer: "/apps"),
        Minting(name: "no app", draft: .init(kind: .ci, name: "x", apps: []), refusal: .invalid, pointer: "/apps"),
        Minting(
            name: "ends later", draft: .init(kind: .ci, name: "x", expiresAt: end.addingTimeInterval(1)),
            refusal: .forbidden, pointer: "/expiresAt"),
        Minting(
            name: "ended", draft: .init(kind: .ci, name: "x", expiresAt: FixedClock.start), refusal: .invalid,
            pointer: "/expiresAt"),
        Minting(name: "no name", draft: .init(kind: .ci, name: ""), refusal: .invalid, pointer: "/name"),
        Minting(name: "blanks", draft: .init(kind: .ci, name: " x"), refusal: .invalid, pointer: "/name"),
        Minting(name: "a line", draft: .init(kind: .ci, name: "a\nb"), refusal: .invalid, pointer: "/name"),
        Minting(
            name: "a long name", draft: .init(kind: .ci, name: String(repeating: "x", count: 65)), refusal: .invalid,
            pointer: "/name"),
        // Length is counted in code points, as JSON Schema does.
        Minting(name: "accents", draft: .init(kind: .ci, name: String(repeating: "e\u{301}", count: 32))),
        Minting(
            name: "many accents", draft: .init(kind: .ci, name: String(repeating: "e\u{301}", count: 33)),
            refusal: .invalid, pointer: "/name"),
    ]

    @Test(arguments: mintings)
    func `a new token has at most the rights of its creator`(_ minting: Minting) async throws {
        try await server.makeApp()
        try await server.makeApp("birthdays")
        let minter = try await tokens.create(
            TokenService.Draft(
                kind: .admin, name: "minter", rights: [.read, .publish, .tokens], apps: ["hashtags"],
                expiresAt: Self.end), by: .server)
        let principal = try tokens.authenticate(minter.text)
        guard let refusal = minting.refusal else {
            let made = try await tokens.create(minting.draft, by: principal).record
            #expect(made.rights.isSubset(of: principal.rights.intersection(minting.draft.kind.rights)))
            #expect(made.apps == ["hashtags"] && made.createdBy == "minter")
            let end = try #require(made.expiresAt)
            #expect(end <= Self.end)
            return
        }
        let error = await #expect(throws: ControlPlaneError.self) {
            try await tokens.create(minting.draft, by: principal)
        }
        #expect(error?.kind == refusal && error?.pointer == minting.pointer)
        #expect(try await tokens.list(for: .server).count == 1)
    }

    @Test func `a token cannot be limited to an unknown app`() async throws {
        let error = await #expect(throws: ControlPlaneError.self) {
            try await tokens.create(TokenService.Draft(kind: .ci, name: "x", apps: ["typo"]), by: .server)
        }
        #expect(error?.kind == .invalid && error?.pointer == "/apps")
    }

    @Test func `a revoked token and one without the right create no tokens`() async throws {
        let minter = try await tokens.create(TokenService.Draft(kind: .admin, name: "minter"), by: .server)
        let principal = try tokens.authenticate(minter.text)
        _ = try await tokens.revoke(minter.record.id, by: .server)
        let revoked = await #expect(throws: ControlPlaneError.self) {
            try await tokens.create(TokenService.Draft(kind: .ci, name: "x"), by: principal)
        }
        #expect(revoked?.kind == .unauthorized)
        let pipeline = Principal(.server, name: "ci", rights: TokenKind.ci.rights)
        let forbidden = await #expect(throws: ControlPlaneError.self) {
            try await tokens.create(TokenService.Draft(kind: .ci, name: "x"), by: pipeline)
        }
        #expect(forbidden?.kind == .forbidden)
    }

    @Test func `a limited admin sees and revokes only tokens of its apps`() async throws {
        try await server.makeApp()
        let scoped = try await tokens.create(
            TokenService.Draft(kind: .ci, name: "scoped", apps: ["hashtags"]), by: .server)
        let whole = try await tokens.create(TokenService.Draft(kind: .ci, name: "whole"), by: .server)
        let principal = Principal(.server, name: "x", rights: .all, apps: ["hashtags"])
        #expect(try await tokens.list(for: principal).map(\.name) == ["scoped"])
        let error = await #expect(throws: ControlPlaneError.self) {
            try await tokens.revoke(whole.record.id, by: principal)
        }
        #expect(error?.kind == .notFound)
        #expect(try await tokens.revoke(scoped.record.id, by: principal).first?.revokedAt != nil)
    }

    @Test func `a token that could not be stored is invalid`() async throws {
        server.store.fail(with: .full)
        await #expect(throws: StoreError.full) {
            try await tokens.create(TokenService.Draft(kind: .ci, name: "x"), by: .server)
        }
        await #expect(throws: StoreError.full) { try await tokens.createFirstAdminToken() }
        server.store.fail(with: nil)
        #expect(try await tokens.list(for: .server).isEmpty)
        #expect(try await tokens.createFirstAdminToken() != nil)
    }

    @Test func `random bytes have the requested count and differ`() {
        #expect(SecureRandom.bytes(0).isEmpty)
        #expect(Set((1...100).map { _ in SecureRandom.bytes(16) }).count == 100)
    }

    @Test(arguments: [
        ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "ab", false), ("ä", "a\u{308}", false),
    ])
    func `ContentDigest.isEqual compares texts byte by byte`(a: String, b: String, isEqual: Bool) {
        #expect(ContentDigest.isEqual(a, b) == isEqual)
    }
}
