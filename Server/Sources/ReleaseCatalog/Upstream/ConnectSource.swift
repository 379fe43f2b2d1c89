package import Foundation

/// App Store Connect with one key, as the learner sees it: three functions, so that days can be simulated.
package struct ConnectSource: Sendable {
    /// Why a listing is read. Hints have calls of their own, so that a busy schedule does not delay them.
    package enum Purpose: Hashable, Sendable {
        /// The time has come.
        case schedule
        /// A webhook said so.
        case hint
        /// Somebody ordered it.
        case `operator`
    }

    /// A listing, and what it cost.
    package struct Answer: Sendable {
        /// What was said.
        package var listing: ConnectListing
        /// How many calls it took, pages and repeats counted.
        package var calls: Int

        /// Makes an answer.
        package init(listing: ConnectListing, calls: Int) {
            self.listing = listing
            self.calls = calls
        }
    }

    /// The key's id.
    package var keyID: String
    /// Reads everything about an app: builds uploaded since the date, and the App Store versions.
    package var listing: @Sendable (AppTarget, Date, Purpose) async throws(UpstreamProblem) -> Answer
    /// The calls the key may make in an hour; at most half of what Apple allows.
    package var allowedPerHour: @Sendable () -> Int
    /// How many seconds our clock is ahead of Apple's, as far as an answer of the last day tells.
    package var clockOffset: @Sendable () -> Double?

    /// Makes a source.
    package init(
        keyID: String,
        listing: @escaping @Sendable (AppTarget, Date, Purpose) async throws(UpstreamProblem) -> Answer,
        allowedPerHour: @escaping @Sendable () -> Int = { 1_800 },
        clockOffset: @escaping @Sendable () -> Double? = { nil }
    ) {
        self.keyID = keyID
        self.listing = listing
        self.allowedPerHour = allowedPerHour
        self.clockOffset = clockOffset
    }
}
