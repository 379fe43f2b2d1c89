import AirworthySupport
import ServerSupport

/// The rule for which failed requests are retried, and when.
struct RetryPolicy: Sendable {
    /// The highest number of attempts, not counting the one after a rejected token.
    static let attempts = 4
    /// The delay between two attempts. After a longer `Retry-After`, the next poll asks again instead.
    private static let backoff = Backoff(first: 1, longest: 30)

    /// Returns the delay after one or more failed attempts: a random part (from a number in 0..<1) of an exponential
    /// back-off, so that clients that failed together do not return together. Returns `nil` if the request is not
    /// retried. A safe one may arrive twice without harm.
    static func delay(
        failures: Int, error: AppStoreConnectError, isSafe: Bool, random: () -> Double
    ) -> Duration? {
        guard isSafe, failures < attempts, isTransient(error) else { return nil }
        let wanted = error.retryAfter?.seconds ?? 0
        guard wanted <= backoff.longest else { return nil }
        return .seconds(max(wanted, backoff.jittered(afterFailures: failures, random: random())))
    }

    private static func isTransient(_ error: AppStoreConnectError) -> Bool {
        switch error.kind {
        case .rateLimited, .timedOut, .unreachable: true
        case .server: [500, 502, 503, 504].contains(error.status)
        default: false
        }
    }
}
