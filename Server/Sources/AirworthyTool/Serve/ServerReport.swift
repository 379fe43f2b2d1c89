import AirworthyServer
import ControlPlane
import Dashboard
import Foundation
import PersistenceSQLite

/// What the dashboard shows of this process, of its keys and of its database.
struct ServerReport: Sendable {
    let startedAt: Date
    let sync: CatalogSync
    /// The connections to other nodes; `nil` with SQLite.
    let node: PostgresNode?
    /// The files of the database; `nil` with PostgreSQL.
    let files: DatabaseFileMetrics?
    /// The scheduled backups; `nil` if none are scheduled.
    let backups: BackupSchedule?
    /// Returns the seconds that this machine's clock is ahead of Apple's.
    let clockOffset: @Sendable () -> Double?

    var current: ServerState {
        var state = ServerState()
        state.version = toolVersion
        state.startedAt = startedAt
        state.isLeader = node?.leadership.isLeader ?? true
        state.sharesDatabase = node != nil
        state.appleKeys = sync.keys()
        state.clockOffset = clockOffset()
        state.databaseBytes = files?.databaseBytes
        state.diskFreeBytes = files?.freeBytes
        state.backups = backups?.report
        return state
    }
}

/// The sizes of the files of a SQLite database, and the space that is left for them.
struct DatabaseFileMetrics: Sendable {
    let directory: DataDirectory

    var readings: [MetricReading] {
        [
            .databaseSize(Self.size(of: directory.database), file: "database"),
            .databaseSize(Self.size(of: directory.database + "-wal"), file: "wal"),
            .freeDiskSpace(freeBytes),
        ]
    }

    /// The size of the database with its log of changes; `nil` if it is unknown.
    var databaseBytes: Double? {
        Self.size(of: directory.database).map { $0 + (Self.size(of: directory.database + "-wal") ?? 0) }
    }

    /// The space that is left on the disk; `nil` if it is unknown.
    var freeBytes: Double? { DiskCheck.space(of: directory.path).map { Double($0.free) } }

    private static func size(of path: String) -> Double? {
        var status = stat()
        return stat(path, &status) == 0 ? Double(status.st_size) : nil
    }
}
