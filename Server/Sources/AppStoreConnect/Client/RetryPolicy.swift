import AirworthySupport

/// Which failures are worth another attempt, and when.
struct RetryPolicy: Sendable {
    /// Attempts in all, beside the one after a refused token.
    static let attempts = 4
    /// The delay between two attempts. A server that asks for more is asked again by the next poll.
    private static let backoff = Backoff(first: 1, longest: 30)

    /// How long to wait before the next attempt: somewhere between nothing and twice as long as the last time, so that
    /// those who failed together do not come back together.
    /// - Parameters:
    ///   - failures: How many attempts failed, at least one.
    ///   - error: What the last one ended with.
    ///   - isSafe: Whether the request may arrive twice without harm.
    ///   - random: A number in 0..<1.
    /// - Returns: `nil` if it is not worth it.
    static func delay(
        failures: Int, error: AppStoreConnectError, isSafe: Bool, random: () -> Double
    ) -> Duration? {
        guard isSafe, failures < attempts, isPassing(error) else { return nil }
        let wanted = Double(error.retryAfter ?? 0)
        guard wanted <= backoff.longest else { return nil }
        return .seconds(max(wanted, backoff.jittered(afterFailures: failures, random: random())))
    }

    private static func isPassing(_ error: AppStoreConnectError) -> Bool {
        switch error.kind {
        case .rateLimited, .timedOut, .unreachable: true
        case .server: [500, 502, 503, 504].contains(error.status)
        default: false
        }
    }
}
