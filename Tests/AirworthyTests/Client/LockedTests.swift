import Airworthy
import AirworthyChannel
import Testing

@Suite(.timeLimit(.minutes(5))) struct LockedTests {
    @Test func `concurrent changes of a locked value are not lost`() async {
        let number = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { number.withLock { $0 += 1 } } }
        }
        #expect(number.withLock { $0 } == 100)
    }
}
