package import ControlPlane
import CoreMetrics
package import Foundation
package import Logging
import ServiceLifecycle

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
