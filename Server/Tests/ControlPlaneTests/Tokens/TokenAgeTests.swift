import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

/// Tokens on a node that cannot read them any more.
@Suite(.timeLimit(.minutes(5))) struct TokenAgeTests {
    private static func plane(_ store: MemoryStore, clock: FixedClock, limit: Duration?) -> ControlPlane {
        ControlPlane(
            store: store, signer: Signer(keys: [], keyring: nil), tokenAge: limit,
            uptime: { .seconds(clock.now.timeIntervalSince(FixedClock.start)) }, now: { clock.now })
    }

    @Test(arguments: [TokenKind.admin, .ci, .server, .device])
    func `admin and CI tokens are refused after the limit, others are not`(kind: TokenKind) async throws {
        let (store, clock) = (MemoryStore(), FixedClock())
        let plane = Self.plane(store, clock: clock, limit: .seconds(60))
        try await plane.housekeeping.load()
        let (_, text) = try await plane.tokens.create(TokenService.Draft(kind: kind, name: "x"), by: .server)
        store.fail(with: .unavailable("gone"))
        clock.advance(seconds: 60)
        await #expect(throws: StoreError.self) { try await plane.housekeeping.poll() }
        #expect(try plane.tokens.authenticate(text).tokenKind == kind)
        clock.advance(seconds: 1)
        #expect(plane.tokens.timeSinceRead == .seconds(61))
        if kind == .admin || kind == .ci {
            let error = #expect(throws: ControlPlaneError.self) { try plane.tokens.authenticate(text) }
            #expect(error?.kind == .storeUnavailable)
        } else {
            #expect(try plane.tokens.authenticate(text).tokenKind == kind)
        }
        store.fail(with: nil)
        try await plane.housekeeping.poll()
        #expect(try plane.tokens.authenticate(text).tokenKind == kind)
        #expect(plane.tokens.timeSinceRead == .zero)
    }

    @Test func `a node that no other node shares its database with has no limit`() async throws {
        let (store, clock) = (MemoryStore(), FixedClock())
        let plane = Self.plane(store, clock: clock, limit: nil)
        try await plane.housekeeping.load()
        let (_, text) = try await plane.tokens.create(TokenService.Draft(kind: .admin, name: "x"), by: .server)
        clock.advance(days: 1)
        #expect(try plane.tokens.authenticate(text).tokenKind == .admin)
    }
}
