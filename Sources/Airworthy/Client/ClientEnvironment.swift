package import Foundation

/// The client's dependencies besides the network and the store. Tests replace them.
package struct ClientEnvironment: Sendable {
    /// The device's clock.
    package var now: @Sendable () -> Date
    /// The function that waits for a number of seconds; throws `CancellationError` when the task is cancelled.
    package var sleep: @Sendable (TimeInterval) async throws -> Void
    /// The function that returns a random number in `0..<1`.
    package var random: @Sendable () -> Double
    /// The function that returns a new random id.
    package var newID: @Sendable () -> String
    /// The time zone of the device.
    package var timeZone: @Sendable () -> TimeZone
    /// The user's first language.
    package var deviceLanguage: @Sendable () -> String?
    /// The device, by its name in the App Store's `supportedDevices`; `nil` if it is unknown.
    package var deviceModel: @Sendable () -> String?
    /// The reader of the account's storefront.
    package var storefront: StorefrontReader
    /// The kind of the process, of which only apps check in.
    package var appKind: @Sendable () -> AppKind
    /// The device's log.
    package var log: SystemLog
    /// The queue for writing the state.
    package var storeQueue: SerialQueue
    /// The queue of the app's function for events.
    package var eventQueue: SerialQueue

    /// Creates an environment. By default the storefront is unknown, nothing is logged, and the caller does all work.
    package init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (TimeInterval) async throws -> Void,
        random: @escaping @Sendable () -> Double, newID: @escaping @Sendable () -> String,
        timeZone: @escaping @Sendable () -> TimeZone, deviceLanguage: @escaping @Sendable () -> String? = { nil },
        deviceModel: @escaping @Sendable () -> String? = { nil },
        storefront: StorefrontReader = StorefrontReader { nil },
        appKind: @escaping @Sendable () -> AppKind = { .app }, log: SystemLog = SystemLog { _, _ in },
        storeQueue: SerialQueue = .immediate, eventQueue: SerialQueue = .immediate
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
        self.newID = newID
        self.timeZone = timeZone
        self.deviceLanguage = deviceLanguage
        self.deviceModel = deviceModel
        self.storefront = storefront
        self.appKind = appKind
        self.log = log
        self.storeQueue = storeQueue
        self.eventQueue = eventQueue
    }

    /// The environment of the device.
    package static let live = ClientEnvironment(
        now: { Date() },
        sleep: { seconds in
            let bounded = min(max(seconds, 0), 7 * 86_400)
            try await Task.sleep(nanoseconds: UInt64(bounded * 1_000_000_000))
        },
        random: { Double.random(in: 0..<1) },
        newID: { UUID().uuidString.lowercased() },
        timeZone: { TimeZone.current }, deviceLanguage: { Locale.preferredLanguages.first },
        deviceModel: { DeviceModel.current }, storefront: .standard,
        appKind: { .current }, log: .standard,
        storeQueue: .store, eventQueue: .events)
}
