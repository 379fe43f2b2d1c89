package import Foundation

/// What the client takes from the outside world besides the network and the store, so that tests can give it.
package struct ClientEnvironment: Sendable {
    /// What the device's clock says.
    package var now: @Sendable () -> Date
    /// Waits this many seconds; throws `CancellationError` when the task is cancelled.
    package var sleep: @Sendable (TimeInterval) async throws -> Void
    /// A number from 0 up to, but not including, 1.
    package var random: @Sendable () -> Double
    /// A new random id.
    package var newID: @Sendable () -> String
    /// Where the device is.
    package var timeZone: @Sendable () -> TimeZone
    /// Tells which App Store the account belongs to.
    package var storefront: StorefrontReader
    /// Where the few things go that somebody may want to find on a device.
    package var log: SystemLog

    /// Gathers the parts. By default nobody knows the storefront, and nothing is logged.
    package init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void,
        random: @escaping @Sendable () -> Double, newID: @escaping @Sendable () -> String,
        timeZone: @escaping @Sendable () -> TimeZone,
        storefront: StorefrontReader = StorefrontReader { nil }, log: SystemLog = SystemLog { _ in }
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
        self.newID = newID
        self.timeZone = timeZone
        self.storefront = storefront
        self.log = log
    }

    /// The device itself.
    package static let live = ClientEnvironment(
        now: { Date() },
        sleep: { seconds in
            let bounded = min(max(seconds, 0), 7 * 86_400)
            try await Task.sleep(nanoseconds: UInt64(bounded * 1_000_000_000))
        },
        random: { Double.random(in: 0..<1) },
        newID: { UUID().uuidString.lowercased() },
        timeZone: { TimeZone.current }, storefront: .standard, log: .standard)
}
