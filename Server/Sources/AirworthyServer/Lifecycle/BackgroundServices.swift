package import ControlPlane
package import Logging
package import ReleaseSources
package import ServerSupport
import ServiceLifecycle

/// Closes the store when the server stops. First in the list of services, so that it stops last.
package struct StorageService: Service {
    /// Writes buffered changes and closes the store.
    private let close: @Sendable () async throws -> Void

    package init(close: @escaping @Sendable () async throws -> Void) { self.close = close }

    package func run() async throws {
        // Throws if the service group is cancelled; the store is closed in that case, too.
        try? await gracefulShutdown()
        // A task of its own, because this one may be cancelled.
        try await Task { try await close() }.value
    }
}

/// Queries Apple for release data while this node leads, until the server stops. Otherwise it keeps the schedule up to date.
package struct CatalogSyncService: Service {
    private let poller: CatalogPoller
    private let leadership: Leadership

    package init(_ poller: CatalogPoller, leadership: Leadership = Leadership(isLeader: true)) {
        self.poller = poller
        self.leadership = leadership
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await leadership.whileLeading(poller.run, otherwise: poller.follow) }
        // A poller without sources returns at once; the server keeps running without it.
        try? await gracefulShutdown()
    }
}

/// Reads changes of other nodes from the store, and renews and prunes manifests, until the server stops.
package struct HousekeepingService: Service {
    package struct Schedule: Hashable, Sendable {
        /// The pause between two polls of the store.
        package var poll = Duration.seconds(5)
        /// The pause between two rounds of renewing and pruning.
        package var renew = Duration.seconds(60)

        package init() {}
    }

    private let schedule: Schedule
    private let logger: Logger
    private let leadership: Leadership
    /// Sent when another node announces a change, so that this one polls at once.
    private let wake: Signal
    /// Reads changes of other nodes from the store. Only the first of consecutive errors is logged.
    private let poll: @Sendable () async throws -> Void
    private let renew: @Sendable () async -> Void
    private let sleep: @Sendable (Duration) async throws -> Void

    package init(
        schedule: Schedule = Schedule(), logger: Logger, leadership: Leadership = Leadership(isLeader: true),
        wake: Signal = Signal(), poll: @escaping @Sendable () async throws -> Void,
        renew: @escaping @Sendable () async -> Void,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.schedule = schedule
        self.logger = logger
        self.leadership = leadership
        self.wake = wake
        self.poll = poll
        self.renew = renew
        self.sleep = sleep
    }

    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                // Two loops, because renewing may take long and must not delay the changes of other nodes.
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await pollRepeatedly() }
                    group.addTask { await leadership.whileLeading { await renewRepeatedly() } }
                    try await group.waitForAll()
                }
            }
        } catch is CancellationError {
            // The regular end of both loops.
        }
    }

    private func pollRepeatedly() async throws {
        var isFailing = false
        while true {
            try await wake.wait(atMost: schedule.poll, sleep: sleep)
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

    private func renewRepeatedly() async {
        while (try? await sleep(schedule.renew)) != nil { await renew() }
    }
}
