import Synchronization

/// Notices that many requests in a row come from one private address.
final class SameAddress: Sendable {
    private struct State {
        var address: IPAddress?
        var count = 0
    }

    /// The number of requests in a row that make it certain.
    static let needed = 1_000

    private let state = Mutex(State())
    private let whenCertain: @Sendable () -> Void

    init(whenCertain: @escaping @Sendable () -> Void) { self.whenCertain = whenCertain }

    /// Whether the last requests came from one private address.
    var isCertain: Bool { state.withLock { $0.count >= Self.needed } }

    /// Notes a request; `nil` is no address.
    func note(_ address: IPAddress?) {
        let becomesCertain = state.withLock { state in
            guard let address, address == state.address || address.isPrivate else {
                state = State()
                return false
            }
            state.count = address == state.address ? min(state.count + 1, Self.needed + 1) : 1
            state.address = address
            return state.count == Self.needed
        }
        if becomesCertain { whenCertain() }
    }
}
