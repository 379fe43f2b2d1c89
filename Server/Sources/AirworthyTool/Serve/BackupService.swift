import Dispatch
import Logging
import PersistenceSQLite
import ServiceLifecycle

/// Writes scheduled backups until the server stops. A backup that has begun ends first.
struct BackupService: Service {
    let schedule: BackupSchedule

    /// Creates the service; `nil` if no backups are scheduled, or if the database is not SQLite.
    init?(_ settings: ServeSettings, database: SQLiteDatabase?, logger: Logger) {
        guard let interval = settings.backupInterval else { return nil }
        guard let database else {
            logger.warning("backup.not-scheduled", metadata: ["problem": "back PostgreSQL up with its own tools"])
            return nil
        }
        schedule = BackupSchedule(
            folder: BackupFolder(settings.backupDirectory), every: interval, keeping: settings.backupCount,
            logger: logger,
            write: { path in
                // Copying blocks its thread, so it gets one that no request needs.
                try await withCheckedThrowingContinuation { continuation in
                    DispatchQueue.global(qos: .utility).async {
                        continuation.resume(with: Result { _ = try database.backup(to: path) })
                    }
                }
            }, now: WallClock.now)
    }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { [schedule] in try await schedule.run() }
        } catch is CancellationError {
            // The regular end of the schedule.
        }
    }
}
