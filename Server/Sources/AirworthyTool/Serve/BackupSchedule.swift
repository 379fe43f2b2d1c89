import AirworthyServer
import AirworthySupport
import ControlPlane
import Dashboard
import Foundation
import Logging
import Persistence
import PersistenceSQLite
import ServerSupport
import Synchronization

/// Writes a backup of the database whenever one is due, and deletes the oldest. A failed one is tried again later.
///
/// The time of the last backup is in the name of its file, so that restarts neither skip nor repeat one.
final class BackupSchedule: Sendable {
    private struct State {
        var last: BackupFolder.File?
        var failures = 0
    }

    private let folder: BackupFolder
    private let interval: Duration
    private let count: Int
    private let backoff: Backoff
    private let logger: Logger
    private let write: @Sendable (_ path: String) async throws -> Void
    private let now: @Sendable () -> Date
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state: Mutex<State>

    /// Creates a schedule that keeps a number of backups. `write` writes a backup to a new file; `sleep` waits, in real
    /// time unless a test replaces it, and throws when the task is cancelled.
    init(
        folder: BackupFolder, every interval: Duration, keeping count: Int, logger: Logger,
        write: @escaping @Sendable (_ path: String) async throws -> Void, now: @escaping @Sendable () -> Date,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.folder = folder
        self.interval = interval
        self.count = count
        self.logger = logger
        self.write = write
        self.now = now
        self.sleep = sleep
        backoff = Backoff(first: 60, longest: min(3_600, interval.seconds))
        state = Mutex(State(last: folder.files.last))
    }

    /// Writes backups, one after the other, until the task is cancelled.
    func run() async throws {
        var failuresInARow = 0
        while true {
            let pause = failuresInARow > 0 ? backoff.pause(afterFailures: failuresInARow) : timeUntilDue
            try await sleep(.seconds(pause))
            do {
                try await writeOne()
                failuresInARow = 0
            } catch let error as CancellationError {
                throw error
            } catch {
                failuresInARow += 1
                state.withLock { $0.failures += 1 }
                let next = Int(backoff.pause(afterFailures: failuresInARow))
                logger.error(
                    "backup.failed",
                    metadata: [
                        "problem": .string(Self.text(of: error)), "next-attempt-seconds": .stringConvertible(next),
                    ])
            }
        }
    }

    /// The seconds to the next backup. A file from the future (the clock was set back) counts as a fresh one.
    private var timeUntilDue: TimeInterval {
        guard let last = folder.files.last else { return 0 }
        return min(max(0, last.date.timeIntervalSince(now()) + interval.seconds), interval.seconds)
    }

    private func writeOne() async throws {
        try folder.create()
        folder.removeRemains()
        let path = folder.file(at: now())
        try await write(path)
        let last = folder.files.last
        state.withLock { $0.last = last }
        logger.info(
            "backup.written", metadata: ["file": .string(path.printable), "bytes": .stringConvertible(last?.size ?? 0)])
        let deleted = folder.prune(keeping: count)
        if !deleted.isEmpty {
            logger.info("backup.deleted", metadata: ["files": .string(deleted.joined(separator: " "))])
        }
    }

    /// The text of an error without secrets.
    private static func text(of error: any Error) -> String {
        switch error {
        case let error as BackupError: error.description
        case let error as StoreError: error.description
        default: "\(type(of: error))"
        }
    }

    /// The state for the dashboard.
    var report: ServerState.Backups {
        let (last, failures) = state.withLock { ($0.last, $0.failures) }
        return ServerState.Backups(interval: interval.seconds, last: last?.date, failures: failures)
    }

    var readings: [MetricReading] {
        let (last, failures) = state.withLock { ($0.last, $0.failures) }
        return MetricReading.backups(
            interval: interval.seconds, age: last.map { max(0, now().timeIntervalSince($0.date)) },
            size: last.map { Double($0.size) }, failures: failures)
    }
}
