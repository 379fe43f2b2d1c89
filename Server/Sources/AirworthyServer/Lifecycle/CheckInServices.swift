package import ControlPlane
import CoreMetrics
package import Foundation
package import Logging
import ServiceLifecycle

/// Stores the check-ins that were counted in memory, every five seconds. Call ``storeLast()`` before the store is closed.
package struct CheckInService: Service {
    /// The time between two stores. A process that is killed loses what came in this time and in the first five seconds of storing;
    /// see ``AdoptionService/isBehind``.
    package static let interval = Duration.seconds(5)

    private let adoption: AdoptionService
    /// Logs the first of consecutive errors.
    private let logger: Logger
    private let metrics: FlushMetrics
    private let sleep: @Sendable (Duration) async throws -> Void

    package init(
        adoption: AdoptionService, logger: Logger, metrics: MetricsRegistry,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.adoption = adoption
        self.logger = logger
        self.metrics = FlushMetrics(registry: metrics)
        self.sleep = sleep
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var isFailing = false
            while (try? await sleep(Self.interval)) != nil {
                do {
                    try await metrics.flush(adoption)
                    isFailing = false
                } catch {
                    if !isFailing { logger.warning("check-ins.not-stored", metadata: ["error": "\(error)"]) }
                    isFailing = true
                }
            }
        }
    }

    /// Stores what is left. Call it when nothing is counted any more, in a task that is not cancelled. Gives up after
    /// `limit` in real time: the process is about to end.
    package func storeLast(within limit: Duration = .seconds(10)) async {
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                do {
                    try await metrics.flush(adoption)
                } catch {
                    logger.error(
                        "check-ins.lost",
                        metadata: ["cells": .stringConvertible(adoption.pendingCells), "error": "\(error)"])
                }
            }
            tasks.addTask { try? await Task.sleep(for: limit) }
            await tasks.next()
            tasks.cancelAll()
        }
    }
}

/// Once a day, while this node leads, removes old sums of check-ins and summarizes past days.
///
/// The work is done in many small transactions, beside everything else, and ends between two of them when the server stops.
package struct CheckInUpkeepService: Service {
    /// The pause before the first attempt, and between two looks at the day.
    package static let interval = Duration.seconds(60)
    /// The longest pause after failures, each of which doubles it.
    package static let longestPause = Duration.seconds(3_600)

    private let adoption: AdoptionService
    private let leadership: Leadership
    private let logger: Logger
    private let failures: any CounterHandler
    private let now: @Sendable () -> Date
    private let sleep: @Sendable (Duration) async throws -> Void

    package init(
        adoption: AdoptionService, leadership: Leadership = Leadership(isLeader: true), logger: Logger,
        metrics: MetricsRegistry, now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.adoption = adoption
        self.leadership = leadership
        self.logger = logger
        failures = metrics.counter(.failedUpkeeps)
        self.now = now
        self.sleep = sleep
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { await leadership.whileLeading(workDaily) }
        try? await gracefulShutdown()
    }

    private func workDaily() async {
        var doneOn: UTCDay?
        var pause = Self.interval
        while (try? await sleep(pause)) != nil {
            let today = UTCDay(now())
            guard doneOn != today else { continue }
            do {
                try await adoption.prune()
                while try await !adoption.summarize() {}
                if pause > Self.interval { logger.notice("check-ins.upkeep-recovered") }
                (doneOn, pause) = (today, Self.interval)
            } catch is CancellationError {
                return
            } catch {
                failures.increment(by: 1)
                pause = min(pause * 2, Self.longestPause)
                logger.warning(
                    "check-ins.upkeep-failed",
                    metadata: ["error": "\(error)", "next-attempt-in": "\(pause.components.seconds) s"])
            }
        }
    }
}
