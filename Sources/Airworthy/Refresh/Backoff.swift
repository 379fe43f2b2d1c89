package import Foundation

/// How long to wait after failures: exponential with full jitter, so that a fleet does not come back in step.
package enum Backoff {
    /// The longest first wait, in seconds.
    static let base: TimeInterval = 4
    /// The longest wait of all, in seconds.
    static let ceiling: TimeInterval = 3_600
    /// The shortest wait, in seconds.
    static let floor: TimeInterval = 1
    /// The longest a server can ask to wait, in seconds.
    static let longestRetryAfter: TimeInterval = 86_400

    /// - Parameters:
    ///   - attempt: How many attempts in a row have failed, from 1.
    ///   - retryAfter: What the server asked for, in seconds. It is waited out, and a little longer, because everybody
    ///     was told the same.
    ///   - random: A number from 0 up to 1.
    /// - Returns: Seconds to wait.
    package static func delay(attempt: Int, retryAfter: TimeInterval? = nil, random: Double) -> TimeInterval {
        let doublings = Double(min(max(attempt, 1), 20) - 1)
        let window = min(ceiling, base * pow(2, doublings))
        let own = max(floor, window * random)
        guard let retryAfter, retryAfter > 0 else { return own }
        let asked = min(retryAfter, longestRetryAfter)
        return max(own, asked + min(asked * 0.2, 60) * random)
    }
}
