/// Which failures are worth another attempt, and when.
struct RetryPolicy: Sendable {
    /// Attempts in all, beside the one after a refused token.
    static let attempts = 4
    /// Seconds before the second attempt, at most; doubled for each further one.
    static let firstDelay = 1.0
    /// The most seconds between two attempts. Who asks for more is asked again by the next poll.
    static let longestDelay = 30.0

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
        guard wanted <= longestDelay else { return nil }
        let bound = min(longestDelay, firstDelay * Double(1 << (failures - 1)))
        return .seconds(max(wanted, bound * min(max(random(), 0), 1)))
    }

    private static func isPassing(_ error: AppStoreConnectError) -> Bool {
        switch error.kind {
        case .rateLimited, .timedOut, .unreachable: true
        case .server: [500, 502, 503, 504].contains(error.status)
        default: false
        }
    }
}
