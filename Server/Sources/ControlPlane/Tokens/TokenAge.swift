import ServerSupport
import Synchronization

/// The time since a node read the tokens, and the limit after which it trusts no admin token: another node may have revoked
/// it.
final class TokenAge: Sendable {
    /// Returns the time since a fixed moment, which no change of the clock affects.
    let uptime: @Sendable () -> Duration
    private let limit: Duration?
    private let lastRead = Mutex<Duration?>(nil)

    /// - Parameters:
    ///   - limit: The highest age; `nil` if no other node can revoke a token.
    ///   - uptime: Returns the time since a fixed moment.
    init(limit: Duration?, uptime: @escaping @Sendable () -> Duration) {
        self.limit = limit
        self.uptime = uptime
    }

    /// The age; `nil` before the first read.
    var current: Duration? { lastRead.withLock { $0 }.map { max(.zero, uptime() - $0) } }

    /// Notes that all tokens were read as of a time.
    func note(_ time: Duration) {
        lastRead.withLock { $0 = max($0 ?? time, time) }
    }

    /// Throws an error if the tokens were read too long ago.
    /// - Throws: ``ControlPlaneError`` `storeUnavailable`.
    func check() throws(ControlPlaneError) {
        guard let limit, let current, current > limit else { return }
        throw ControlPlaneError(
            .storeUnavailable,
            detail:
                "this server has not reached its database for \(Int(current.seconds)) seconds, so the token may have been "
                + "revoked elsewhere; nothing was changed; try again later")
    }
}
