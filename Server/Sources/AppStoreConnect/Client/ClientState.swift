import Foundation
import Synchronization

/// What a client remembers between requests: the token in use and how far our clock is from Apple's.
final class ClientState: Sendable {
    private struct State {
        var token: Token?
        var clock: (offset: TimeInterval, at: Date)?

        /// Seconds our clock is ahead, if that was learnt within a day.
        func offset(at now: Date) -> TimeInterval? {
            guard let clock, abs(now.timeIntervalSince(clock.at)) <= 86_400 else { return nil }
            return clock.offset
        }
    }

    private let state = Mutex(State())

    /// The token to send with a request; a new one when the last will not count for long any more.
    func token(_ key: APIKey, at now: Date) throws(AppStoreConnectError) -> Token {
        try state.withLock { state throws(AppStoreConnectError) in
            let appleNow = now.addingTimeInterval(-(state.offset(at: now) ?? 0))
            if let token = state.token, token.isGood(at: appleNow) { return token }
            let token = try Token(key, at: appleNow)
            state.token = token
            return token
        }
    }

    /// Drops a token that was refused, unless another request did already.
    func drop(_ token: Token) {
        state.withLock { if $0.token == token { $0.token = nil } }
    }

    /// Learns what Apple's clock showed when an answer came.
    func observe(date: Date, at now: Date) {
        // `Date` leaves out the fraction of a second: half of one is the fairest guess.
        state.withLock { $0.clock = (now.timeIntervalSince(date) - 0.5, now) }
    }

    /// Seconds our clock is ahead, if that was learnt within a day.
    func offset(at now: Date) -> TimeInterval? { state.withLock { $0.offset(at: now) } }
}
