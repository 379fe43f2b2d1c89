/// The time that passes whatever happens to the clock.
package enum Uptime {
    private static let start = ContinuousClock.now

    /// Returns the time since a fixed moment of this process.
    package static func current() -> Duration { ContinuousClock.now - start }
}
