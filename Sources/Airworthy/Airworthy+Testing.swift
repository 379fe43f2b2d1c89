public import Foundation

extension Airworthy {
    /// Makes a client whose clock the caller holds: for end-to-end tests, and no part of what is promised to apps.
    /// - Parameters:
    ///   - setup: Where rules and facts come from.
    ///   - options: Everything else.
    ///   - timeZone: Where the device is.
    ///   - now: What the device's clock says.
    ///   - sleep: Waits this many seconds by that clock; throws `CancellationError` when the task is cancelled.
    @_spi(Testing)
    public convenience init(
        _ setup: Setup, options: Options, timeZone: TimeZone, now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (TimeInterval) async throws -> Void
    ) {
        var environment = ClientEnvironment.live
        (environment.now, environment.sleep) = (now, sleep)
        environment.timeZone = { timeZone }
        self.init(setup, options: options, environment: environment)
    }
}
