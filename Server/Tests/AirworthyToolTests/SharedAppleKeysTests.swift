import ControlPlane
import ControlPlaneTesting
import ReleaseCatalog
import Testing

@testable import AirworthyTool

@Suite(.timeLimit(.minutes(5))) struct SharedAppleKeysTests {
    private func record(_ condition: KeyState.Condition, calls: Int) -> AppleKeyRecord {
        AppleKeyRecord(state: KeyState(keyID: "K1", condition: condition, allowedPerHour: 3_600), callsLastHour: calls)
    }

    @Test func `a follower shows the keys of the leader, and keeps them while the database is down`() async throws {
        let store = MemoryStore()
        let (leader, follower) = (SharedAppleKeys(store: store), SharedAppleKeys(store: store))
        try await follower.refresh(own: nil)
        #expect(follower.keys.isEmpty)
        let keys = [record(.failed(since: FixedClock.start), calls: 3)]
        try await leader.refresh(own: keys)
        try await follower.refresh(own: nil)
        #expect(leader.keys == keys && follower.keys == keys)

        store.fail(with: .unavailable("gone"))
        await #expect(throws: StoreError.self) { try await follower.refresh(own: nil) }
        #expect(follower.keys == keys)
    }

    @Test func `a leader writes only when something has changed`() async throws {
        let store = MemoryStore()
        let leader = SharedAppleKeys(store: store)
        let keys = [record(.working, calls: 1)]
        try await leader.refresh(own: keys)
        store.fail(afterWrites: 0, with: StoreError.full)
        try await leader.refresh(own: keys)
        await #expect(throws: StoreError.full) { try await leader.refresh(own: [record(.working, calls: 2)]) }
    }
}
