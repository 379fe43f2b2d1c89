import ServerSupport
import Synchronization

/// The tokens that were created with others.
package struct TokenTree: Sendable {
    private let created: [String: [TokenRecord]]

    package init(_ tokens: [TokenRecord]) {
        created = Dictionary(grouping: tokens.filter { $0.createdWith != nil }) { $0.createdWith ?? "" }
    }

    /// Returns the tokens that were created with a token, those that were created with them, and so on. The result
    /// contains revoked and expired ones too.
    /// - Complexity: Linear in the number of tokens that it returns.
    package func descendants(of id: String) -> [TokenRecord] {
        var (found, seen, next) = ([TokenRecord](), Set([id]), created[id] ?? [])
        while let token = next.popLast() {
            guard seen.insert(token.id).inserted else { continue }
            found.append(token)
            next += created[token.id] ?? []
        }
        return found
    }
}

/// The time since a node read the tokens, and the limit after which it trusts no admin token: another node may have revoked
/// it.
final class TokenAge: Sendable {
    /// Returns the time since a fixed moment, which no change of the clock affects.
    let uptime: @Sendable () -> Duration
    /// The highest age; `nil` if no other node can revoke a token.
    private let limit: Duration?
    private let lastRead = Mutex<Duration?>(nil)

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

    /// Throws ``ControlPlaneError`` `storeUnavailable` if the tokens were read too long ago.
    func check() throws(ControlPlaneError) {
        guard let limit, let current, current > limit else { return }
        throw ControlPlaneError(
            .storeUnavailable,
            detail:
                "this server has not reached its database for \(Int(current.seconds)) seconds, so the token may have been "
                + "revoked elsewhere; nothing was changed; try again later")
    }
}
