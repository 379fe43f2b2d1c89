import NIOCore
import Synchronization

/// The open connections of a listener. Before there are too many, those that wait for their client are closed, the one that waits
/// longest first, so that a new client finds room.
final class OpenConnections: Sendable {
    private struct Entry {
        let wait: ClientWait
        /// Closes the connection if the client still waits since then. The result comes when it is closed.
        let close: @Sendable (_ since: NIODeadline) -> EventLoopFuture<Void>
    }

    private typealias Wait = (entry: Entry, since: NIODeadline)

    private struct State {
        var all: [ObjectIdentifier: Entry] = [:]
        /// Those that waited longest when it was looked last, in the order in which to close them.
        var longest: ArraySlice<Wait> = []
        /// Whether it will be looked soon whether there are too many.
        var isDue = false
    }

    /// The time until some are closed, and the most of them; few, so that requests need not wait for that.
    private static let (pause, part) = (TimeAmount.milliseconds(5), 32)
    /// The time until it is looked again when none waits for its client.
    private static let longPause = TimeAmount.milliseconds(50)

    /// The part of all places that is kept free for new connections.
    private let reserve: Int
    private let limit: Int
    private let state = Mutex(State())

    /// Creates the connections of a listener. The last sixteenth of the limit is kept free.
    init(limit: Int) {
        self.limit = limit
        reserve = max(1, limit / 16)
    }

    /// Adds a connection until it is closed. Call it on its event loop.
    func add(_ connection: ConnectionTimeoutHandler, on channel: any Channel) {
        let (loop, key) = (channel.eventLoop, ObjectIdentifier(connection))
        let bound = NIOLoopBound(connection, eventLoop: loop)
        let entry = Entry(wait: connection.wait) { since in
            loop.flatSubmit {
                bound.value.close(ifWaitingSince: since) ? channel.closeFuture : loop.makeSucceededVoidFuture()
            }
        }
        state.withLock { $0.all[key] = entry }
        channel.closeFuture.whenComplete { [self] _ in state.withLock { $0.all[key] = nil } }
        makeRoomLater(on: loop, after: Self.pause)
    }

    private func makeRoomLater(on loop: any EventLoop, after pause: TimeAmount) {
        let begins = state.withLock { state in
            guard !state.isDue, state.all.count > limit - reserve else { return false }
            state.isDue = true
            return true
        }
        guard begins else { return }
        loop.scheduleTask(in: pause) { [self] in
            let closing = takeLongestWaits().map { entry, since in entry.close(since) }
            // A loop may be busy. Connections that are still to be closed would count as open, and others be closed in their place.
            EventLoopFuture.andAllComplete(closing, on: loop).whenComplete { [self] _ in
                state.withLock { $0.isDue = false }
                makeRoomLater(on: loop, after: closing.isEmpty ? Self.longPause : Self.pause)
            }
        }
    }

    private func takeLongestWaits() -> ArraySlice<Wait> {
        state.withLock { state in
            let count = min(Self.part, state.all.count - (limit - reserve))
            guard count > 0 else { return [] }
            if state.longest.isEmpty {
                let waits = state.all.values.compactMap { entry in entry.wait.since.map { (entry: entry, since: $0) } }
                state.longest = waits.sorted { $0.since < $1.since }.prefix(reserve)
            }
            defer { state.longest = state.longest.dropFirst(count) }
            return state.longest.prefix(count)
        }
    }
}

/// Since when the server waits for the client of a connection: to send a request, or to read the last response.
final class ClientWait: Sendable {
    /// In nanoseconds; 0 while the client waits for the server.
    private let begin: Atomic<UInt64>

    /// Creates the wait for a first request.
    init(since now: NIODeadline) { begin = Atomic(now.uptimeNanoseconds) }

    /// Since when; `nil` while the client waits for the server.
    var since: NIODeadline? {
        get {
            let begin = begin.load(ordering: .relaxed)
            return begin == 0 ? nil : .uptimeNanoseconds(begin)
        }
        set { begin.store(newValue?.uptimeNanoseconds ?? 0, ordering: .relaxed) }
    }
}

/// The number of open connections.
final class ConnectionCount: Sendable {
    private let count = Atomic(0)

    var current: Int { count.load(ordering: .relaxed) }

    /// Counts a connection until it is closed.
    func add(_ channel: any Channel) {
        count.wrappingAdd(1, ordering: .relaxed)
        channel.closeFuture.whenComplete { [self] _ in count.wrappingSubtract(1, ordering: .relaxed) }
    }
}
