import Airworthy
import Testing

@Suite struct LockedTests {
    @Test func `changes made at once are all made`() async {
        let number = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { number.withLock { $0 += 1 } } }
        }
        #expect(number.withLock { $0 } == 100)
    }
}
