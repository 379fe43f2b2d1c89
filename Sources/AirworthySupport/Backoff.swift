#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An exponential back-off: the first pause, doubled after each further failure in a row, up to the longest.
///
/// ```swift
/// let backoff = Backoff(first: 4, longest: 3_600)
/// backoff.pause(afterFailures: 3)  // 16 seconds
/// backoff.jittered(afterFailures: 3, random: .random(in: 0..<1))  // somewhere from 0 to 16 seconds
/// ```
public struct Backoff: Hashable, Sendable {
    /// The pause after the first failure, in seconds.
    public let first: TimeInterval
    /// The longest pause, in seconds.
    public let longest: TimeInterval

    /// Creates a back-off.
    /// - Parameters:
    ///   - first: The pause after the first failure, in seconds, above 0.
    ///   - longest: The longest pause, in seconds.
    public init(first: TimeInterval, longest: TimeInterval) {
        self.first = first
        self.longest = longest
    }

    /// Returns the pause after a number of failures, the same for every caller.
    /// - Parameter failures: The number of failures in a row; less than 1 counts as 1.
    /// - Returns: The pause in seconds, at most ``longest``.
    public func pause(afterFailures failures: Int) -> TimeInterval {
        // 60 doublings exceed any longest pause, and the shift cannot overflow.
        let doublings = min(max(failures, 1) - 1, 60)
        return min(longest, first * Double(1 << doublings))
    }

    /// Returns a random part of the pause ("full jitter"), so that clients that failed together do not return together.
    /// - Parameters:
    ///   - failures: The number of failures in a row; less than 1 counts as 1.
    ///   - random: A random number in `0..<1`; numbers outside are clamped.
    /// - Returns: The delay in seconds, from 0 up to ``pause(afterFailures:)``.
    public func jittered(afterFailures failures: Int, random: Double) -> TimeInterval {
        pause(afterFailures: failures) * min(max(random, 0), 1)
    }
}
