import Synchronization

/// The numbers of changes at the last read of the store, which tell a poll that nothing has changed.
final class LastRead: Sendable {
    private struct State {
        var changes: StoredChanges?
        /// The time of the last comparison of everything.
        var wholeAt: Duration?
    }

    /// The time after which everything is compared although the numbers are the same, in case that somebody has changed the
    /// database by hand.
    private static let longest = Duration.seconds(60)

    private let state = Mutex(State())

    /// Returns the numbers of changes that the served state is based on; `nil` if everything has to be compared.
    func changes(at time: Duration) -> StoredChanges? {
        state.withLock { state in
            guard let wholeAt = state.wholeAt, time - wholeAt < Self.longest else { return nil }
            return state.changes
        }
    }

    /// Notes a read.
    /// - Parameters:
    ///   - changes: The numbers of changes that the served state is now based on; `nil` if something could not be served.
    ///   - isWhole: Whether everything was compared.
    ///   - time: The time before the read.
    func note(_ changes: StoredChanges?, isWhole: Bool, at time: Duration) {
        state.withLock { state in
            state.changes = changes
            if isWhole { state.wholeAt = time }
        }
    }
}
