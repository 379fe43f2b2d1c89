import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

/// The last uses of tokens, on two nodes that share a store.
@Suite(.timeLimit(.minutes(5))) struct TokenUsesTests {
    private let store = MemoryStore()
    private let clock = FixedClock()

    private func node() async throws -> ControlPlane {
        let plane = ControlPlane(
            store: store, signer: Signer(keys: [], keyring: nil),
            uptime: { [clock] in .seconds(clock.now.timeIntervalSince(FixedClock.start)) },
            now: { [clock] in clock.now })
        try await plane.housekeeping.load()
        return plane
    }

    private func lastUse(of id: String, on plane: ControlPlane) async throws -> Date? {
        try await plane.tokens.list(for: .server).first { $0.id == id }?.lastUsedAt
    }

    @Test func `a use is known at once where it was seen, and within ten minutes elsewhere`() async throws {
        let (one, other) = (try await node(), try await node())
        let (record, text) = try await one.tokens.create(TokenService.Draft(kind: .server, name: "x"), by: .server)
        #expect(try await lastUse(of: record.id, on: one) == nil)
        _ = try one.tokens.authenticate(text)
        try await one.housekeeping.poll()
        #expect(
            try await lastUse(of: record.id, on: other) == FixedClock.start, "the first use is stored at the next poll")

        clock.advance(seconds: 599)
        _ = try one.tokens.authenticate(text)
        try await one.housekeeping.poll()
        #expect(try await lastUse(of: record.id, on: one) == clock.now)
        #expect(try await lastUse(of: record.id, on: other) == FixedClock.start)
        clock.advance(seconds: 1)
        try await one.housekeeping.poll()
        #expect(try await lastUse(of: record.id, on: other) == clock.now - 1)
    }

    @Test func `uses that the store does not take are stored later`() async throws {
        let (one, other) = (try await node(), try await node())
        let (record, text) = try await one.tokens.create(TokenService.Draft(kind: .device, name: "x"), by: .server)
        _ = try one.tokens.authenticate(text)
        store.fail(with: .unavailable("gone"))
        await #expect(throws: StoreError.self) { try await one.housekeeping.poll() }
        store.fail(with: nil)
        store.beforeWrites { throw StoreError.locked }
        try await one.housekeeping.poll()
        store.beforeWrites(nil)
        #expect(try await lastUse(of: record.id, on: other) == nil)
        #expect(try await lastUse(of: record.id, on: one) == FixedClock.start)
        clock.advance(seconds: 600)
        try await one.housekeeping.poll()
        #expect(try await lastUse(of: record.id, on: other) == FixedClock.start)
    }
}
