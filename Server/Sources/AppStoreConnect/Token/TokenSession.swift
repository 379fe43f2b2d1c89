import Foundation
import ServerSupport
import Synchronization

/// The token in use and the offset of Apple's clock, shared by all copies of a client.
final class TokenSession: Sendable {
    private struct State {
        var token: ConnectToken?
        var replacement: APIKey?
        var clock: (offset: Duration, at: Date)?

        /// The time the local clock is ahead, if a response of the last 24 hours showed it.
        func offset(at now: Date) -> Duration? {
            guard let clock, abs(now.timeIntervalSince(clock.at)) <= 86_400 else { return nil }
            return clock.offset
        }
    }

    private let state = Mutex(State())

    /// Returns the token to send with a request; a new one if the last expires soon.
    func token(for key: APIKey, at now: Date) throws(AppStoreConnectError) -> ConnectToken {
        try state.withLock { state throws(AppStoreConnectError) in
            let appleNow = now - (state.offset(at: now) ?? .zero)
            if let token = state.token, token.isGood(at: appleNow) { return token }
            let token = try ConnectToken(state.replacement ?? key, at: appleNow)
            state.token = token
            return token
        }
    }

    /// Signs with another key of the same id from now on.
    func replaceKey(by key: APIKey) {
        state.withLock { state in
            state.replacement = key
            state.token = nil
        }
    }

    /// Drops a token that Apple rejected, unless another request already did.
    func drop(_ token: ConnectToken) {
        state.withLock { if $0.token == token { $0.token = nil } }
    }

    /// Notes the time of Apple's clock at which a response arrived.
    func observe(appleDate: Date, at now: Date) {
        // `Date` omits the fraction of a second: half of one is the best estimate.
        state.withLock { $0.clock = (now.duration(since: appleDate) - .milliseconds(500), now) }
    }

    /// The time the local clock is ahead, if a response of the last 24 hours showed it.
    func offset(at now: Date) -> Duration? { state.withLock { $0.offset(at: now) } }
}
