/// The place where the client keeps its state between launches.
package protocol StateStore: Sendable {
    /// Reads the state. A damaged state is moved aside, and is no error.
    func load() -> LoadedState
    /// Replaces the state atomically. Callable from any thread; calls must not overlap.
    func save(_ state: StoredState) throws
}

/// The result of loading the state.
package enum LoadedState: Hashable, Sendable {
    /// Nothing is stored: a first launch.
    case nothing
    /// The stored state.
    case state(StoredState)
    /// A state that cannot be read until the user has unlocked the device once: iOS can launch apps before that.
    case locked
    /// A state that could not be read and has been moved aside.
    case damaged(String)
}

/// A store that keeps nothing: every launch is a first launch.
package struct NoStateStore: StateStore {
    /// Creates the store.
    package init() {}

    package func load() -> LoadedState { .nothing }
    package func save(_ state: StoredState) {}
}

/// A store with a given state, which it never replaces.
struct KnownState: StateStore {
    private let state: StoredState

    init(_ state: StoredState) { self.state = state }

    func load() -> LoadedState { .state(state) }
    func save(_ state: StoredState) {}
}
