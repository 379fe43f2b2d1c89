@_spi(Testing) import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation
import Testing

/// Writing the state beside the caller.
@Suite(.timeLimit(.minutes(5))) struct StoreQueueTests {
    private let world = FakeWorld()

    /// A store whose writes wait until they may proceed.
    private final class SlowStore: StateStore {
        private let memory = MemoryStateStore()
        private let gate = DispatchSemaphore(value: 0)

        func open() { gate.signal() }
        func load() -> LoadedState { memory.load() }

        func save(_ state: StoredState) {
            gate.wait()
            gate.signal()
            memory.save(state)
        }
    }

    private func launch(_ store: any StateStore, _ queue: SerialQueue) -> Airworthy {
        var environment = world.environment
        environment.storeQueue = queue
        let installation = Installation(platform: .ios, version: "1.5", channel: .appstore)
        return Airworthy(
            .config(Samples.configURL),
            options: Airworthy.Options(installation: installation, transport: world.transport),
            environment: environment, store: store)
    }

    @Test func `neither a first launch nor an answer waits for the disk`() async {
        let store = SlowStore()
        let airworthy = launch(store, .serial(label: "test"))
        airworthy.answer(.later, to: airworthy.decision)
        airworthy.didOpenStore(for: airworthy.decision, succeeded: true)
        #expect(store.load() == .nothing)
        store.open()
        await airworthy.finishWriting()
        guard case .state(let state) = store.load() else {
            Issue.record("nothing was written")
            return
        }
        #expect(state.installID == airworthy.installation.installID)
    }

    @Test func `a client reads what an earlier client of the process wrote last`() {
        let store = MemoryStateStore()
        let queue = SerialQueue.serial(label: "test")
        let first = launch(store, queue)
        first.setStorefront("JP")
        let second = launch(store, queue)
        #expect(second.installation.installID == first.installation.installID)
        #expect(second.installation.storefront == Storefront("JP"))
    }

    @Test func `a widget without a state takes over the one that the app stores meanwhile`() {
        let store = MemoryStateStore()
        let app = launch(store, .immediate)
        let widget = launch(EmptyAtFirst(store), .immediate)
        #expect(widget.installation.installID == app.installation.installID)
    }

    /// A store whose state another process writes after the first look.
    private final class EmptyAtFirst: StateStore {
        private let store: any StateStore
        private let looks = Locked(0)

        init(_ store: any StateStore) { self.store = store }

        func load() -> LoadedState {
            let look = looks.withLock { looks -> Int in
                looks += 1
                return looks
            }
            return look == 1 ? .nothing : store.load()
        }

        func save(_ state: StoredState) throws { try store.save(state) }
    }

    @Test func `a value is created when it is first used, and once`() {
        let count = Locked(0)
        let value = CreatedOnFirstUse {
            count.withLock { count in
                count += 1
                return count
            }
        }
        #expect(count.withLock { $0 } == 0)
        let values = [value.value, value.value]
        #expect(values == [1, 1])
    }
}
