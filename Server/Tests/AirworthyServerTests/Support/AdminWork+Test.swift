@testable import AirworthyServer

extension AdminWork {
    /// Creates a limiter with the time limit of a server.
    /// - Parameters:
    ///   - limits: The number of requests that run and wait.
    ///   - sleep: Waits.
    convenience init(
        limits: AdminWorkQueue.Limits = AdminWorkQueue.Limits(),
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.init(limits: limits, timeLimit: ServerLimits().adminWork, sleep: sleep)
    }
}
