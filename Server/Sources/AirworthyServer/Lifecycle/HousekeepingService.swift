package import Logging
import ServiceLifecycle

/// Takes over what others changed, and renews and prunes what is due, until the server stops.
package struct HousekeepingService: Service {
    /// How often each is done.
    package struct Schedule: Hashable, Sendable {
        /// Between two looks at the store.
        package var poll = Duration.seconds(5)
        /// Between two rounds of what is due.
        package var renew = Duration.seconds(60)

        /// The intervals of the rulings.
        package init() {}
    }

    private let schedule: Schedule
    private let logger: Logger
    private let poll: @Sendable () async throws -> Void
    private let renew: @Sendable () async -> Void
    private let sleep: @Sendable (Duration) async throws -> Void

    /// - Parameters:
    ///   - schedule: How often each is done.
    ///   - logger: Told when the store cannot be read, once for each time it begins.
    ///   - poll: Takes over what others changed.
    ///   - renew: Does what is due.
    ///   - sleep: Waits, in real time unless a test gives its own; throws when the task is cancelled.
    package init(
        schedule: Schedule = Schedule(), logger: Logger, poll: @escaping @Sendable () async throws -> Void,
        renew: @escaping @Sendable () async -> Void,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.schedule = schedule
        self.logger = logger
        self.poll = poll
        self.renew = renew
        self.sleep = sleep
    }

    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                // Two loops: what is due may take long, and must not hold up what others published.
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await polling() }
                    group.addTask { try await renewing() }
                    try await group.waitForAll()
                }
            }
        } catch is CancellationError {
            // How both loops end.
        }
    }

    private func polling() async throws {
        var isFailing = false
        while true {
            try await sleep(schedule.poll)
            do {
                try await poll()
                if isFailing { logger.notice("poll.recovered") }
                isFailing = false
            } catch let error as CancellationError {
                throw error
            } catch {
                if !isFailing { logger.error("poll.failed", metadata: ["error": "\(error)"]) }
                isFailing = true
            }
        }
    }

    private func renewing() async throws {
        while true {
            try await sleep(schedule.renew)
            await renew()
        }
    }
}
