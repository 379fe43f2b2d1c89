/// Where the state is kept.
package protocol StateStore: Sendable {
    /// Reads what is there. Damage is survived: what cannot be read is moved out of the way.
    func load() -> LoadedState
    /// Replaces what is there, all of it or nothing. Safe from any thread; calls must not overlap.
    func save(_ state: StoredState) throws
}

/// What a store found.
package enum LoadedState: Hashable, Sendable {
    /// A first launch.
    case nothing
    /// A state.
    case state(StoredState)
    /// Something that cannot be read before the device was unlocked once: iOS starts apps earlier than that.
    case locked
    /// Something that could not be read; it is out of the way now.
    case damaged(String)
}

/// Keeps the state as long as it lives: for previews and tests.
package final class MemoryStateStore: StateStore {
    private let bytes = Locked<[UInt8]?>(nil)

    package init() {}

    package func load() -> LoadedState {
        guard let bytes = bytes.withLock({ $0 }) else { return .nothing }
        do throws(StateFile.Damage) {
            return .state(try StateFile.decode(bytes))
        } catch {
            return .damaged(error.description)
        }
    }

    package func save(_ state: StoredState) {
        let encoded = StateFile.encode(state)
        bytes.withLock { $0 = encoded }
    }
}
