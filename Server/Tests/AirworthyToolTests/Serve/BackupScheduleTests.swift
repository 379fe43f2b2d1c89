import ControlPlaneTesting
import Foundation
import Logging
import Persistence
import PersistenceSQLite
import Synchronization
import Testing
import ToolTesting

@testable import AirworthyTool

@Suite(.timeLimit(.minutes(5))) struct BackupScheduleTests {
    /// A schedule whose sleep moves its clock, until a number of pauses is over.
    private final class Run: Sendable {
        let clock = FixedClock()
        let pauses = Mutex<[Duration]>([])
        let lines = Mutex<[String]>([])
        let running = Mutex(0)
        let mostRunning = Mutex(0)
        /// The number of attempts that fail.
        let failures: Mutex<Int>
        let folder: BackupFolder

        init(_ folder: BackupFolder, failures: Int = 0) {
            self.folder = folder
            self.failures = Mutex(failures)
        }

        func schedule(every interval: Duration = .seconds(86_400), keeping count: Int = 3, pauses most: Int)
            -> BackupSchedule
        {
            let logger = Logger(label: "test") { [self] _ in
                LineLogHandler { line in self.lines.withLock { $0.append(line) } }
            }
            return BackupSchedule(
                folder: folder, every: interval, keeping: count, logger: logger,
                write: { [self] path in
                    let now = running.withLock { running in
                        running += 1
                        return running
                    }
                    mostRunning.withLock { $0 = max($0, now) }
                    defer { running.withLock { $0 -= 1 } }
                    let fails = failures.withLock { left in
                        defer { left = max(0, left - 1) }
                        return left > 0
                    }
                    if fails { throw BackupError.full("airworthy.backup") }
                    try Data("data".utf8).write(to: URL(fileURLWithPath: path))
                },
                now: { [clock] in clock.now },
                sleep: { [self] pause in
                    let count = pauses.withLock { pauses in
                        pauses.append(pause)
                        return pauses.count
                    }
                    if count > most { throw CancellationError() }
                    clock.advance(seconds: pause.components.seconds == 0 ? 0 : Double(pause.components.seconds))
                })
        }
    }

    private func value(_ name: String, of schedule: BackupSchedule) -> Double? {
        schedule.readings.map { "\($0)" }.first { $0.contains(name) }.flatMap { text in
            text.firstMatch(of: /value: Optional\(([-0-9.]+)\)/).flatMap { Double($0.1) }
        }
    }

    @Test func `the first backup is written at once, then one each interval, and the oldest are deleted`() async throws
    {
        let scratch = try ScratchFolder()
        let run = Run(BackupFolder(scratch.url.path + "/backups"))
        let schedule = run.schedule(pauses: 6)
        await #expect(throws: CancellationError.self) { try await schedule.run() }
        #expect(
            run.pauses.withLock { $0 } == [.zero] + Array(repeating: .seconds(86_400), count: 6))
        #expect(
            run.folder.files.map(\.name) == [
                "airworthy-20261123T120000Z.backup", "airworthy-20261124T120000Z.backup",
                "airworthy-20261125T120000Z.backup",
            ])
        #expect(run.mostRunning.withLock { $0 } == 1)
        #expect(run.lines.withLock { $0 }.filter { $0.contains("backup.written") }.count == 6)
        #expect(run.lines.withLock { $0 }.filter { $0.contains("backup.deleted") }.count == 3)
        #expect(value("backup_age", of: schedule) == 0)
        #expect(value("backup_bytes", of: schedule) == 4)
        #expect(value("backup_interval", of: schedule) == 86_400)
    }

    @Test func `a restart neither skips nor repeats a backup`() async throws {
        let scratch = try ScratchFolder()
        let run = Run(BackupFolder(scratch.url.path))
        await #expect(throws: CancellationError.self) { try await run.schedule(pauses: 1).run() }
        run.clock.advance(minutes: 60)
        let again = run.schedule(pauses: 0)
        #expect(value("backup_age", of: again) == 3_600)
        await #expect(throws: CancellationError.self) { try await again.run() }
        #expect(run.pauses.withLock { $0 }.last == .seconds(86_400 - 3_600))
        // Overdue: at once. A clock that was set back does not delay a backup for longer than one interval.
        run.clock.advance(days: 3)
        await #expect(throws: CancellationError.self) { try await run.schedule(pauses: 0).run() }
        #expect(run.pauses.withLock { $0 }.last == .zero)
        run.clock.advance(days: -30)
        await #expect(throws: CancellationError.self) { try await run.schedule(pauses: 0).run() }
        #expect(run.pauses.withLock { $0 }.last == .seconds(86_400))
    }

    @Test func `a failed backup is logged, counted and tried again with growing pauses`() async throws {
        let scratch = try ScratchFolder()
        let run = Run(BackupFolder(scratch.url.path), failures: 8)
        let schedule = run.schedule(pauses: 10)
        await #expect(throws: CancellationError.self) { try await schedule.run() }
        let seconds = run.pauses.withLock { $0 }.map(\.components.seconds)
        #expect(seconds == [0, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 86_400, 86_400])
        #expect(value("backup_failures", of: schedule) == 8)
        let failed = run.lines.withLock { $0 }.filter { $0.contains("backup.failed") }
        #expect(failed.count == 8 && failed[0].contains("no room") && failed[0].contains("next-attempt-seconds=60"))
        #expect(run.folder.files.count == 2)
    }

    @Test func `a folder that cannot be created is a failed backup`() async throws {
        let run = Run(BackupFolder("/dev/null/backups"))
        let schedule = run.schedule(pauses: 1)
        await #expect(throws: CancellationError.self) { try await schedule.run() }
        #expect(run.pauses.withLock { $0 }.map(\.components.seconds) == [0, 60])
        #expect(value("backup_failures", of: schedule) == 1 && value("backup_age", of: schedule) == nil)
    }
}
