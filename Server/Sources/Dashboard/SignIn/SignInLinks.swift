import ControlPlane
package import Foundation
import Synchronization

/// Addresses that sign in once, without typing a token. This process makes them, for a person at the same machine.
package final class SignInLinks: Sendable {
    private struct Link {
        /// The id of the token.
        let token: String
        let end: Date
    }

    /// The time for which an address works.
    private static let lifetime = 600.0

    private let links = Mutex<[String: Link]>([:])
    private let random: @Sendable (Int) -> [UInt8]
    private let now: @Sendable () -> Date

    package init(
        random: @escaping @Sendable (Int) -> [UInt8] = SecureRandom.bytes, now: @escaping @Sendable () -> Date
    ) {
        self.random = random
        self.now = now
    }

    /// Makes the path, with its query, of an address for an admin token. It works once, within ten minutes.
    package func path(forTokenWithID id: String) -> String {
        let code = ContentDigest.hex(random(32))
        links.withLock { $0[code] = Link(token: id, end: now().addingTimeInterval(Self.lifetime)) }
        return "/sign-in?once=\(code)"
    }

    /// Returns the id of an address's token, and ends the address; `nil` if it was used before, is too old or was never
    /// made.
    package func redeem(_ code: String) -> String? {
        let now = now()
        return links.withLock { links in
            links = links.filter { $0.value.end > now }
            return links.removeValue(forKey: code)?.token
        }
    }
}

extension Dashboard {
    /// Renders the sign-in. `next` is the path to go to afterwards; `problem` was wrong with the last try.
    package func signInPage(next: String?, problem: String? = nil) throws -> String {
        try publicPage(SignInModel(next: next ?? "", problem: problem), template: "sign-in", title: "Sign in")
    }
}

/// The content of the sign-in.
struct SignInModel: Sendable {
    let next: String
    let problem: String?
    let hours = SessionService.longestHours
}
