import AirworthyServer
import Foundation
import PersistenceSQLite

/// The sizes of the files of a SQLite database, and the space that is left for them.
struct DatabaseFileMetrics: Sendable {
    /// The folder of the database.
    let directory: DataDirectory

    /// The metrics, measured now.
    var readings: [MetricReading] {
        [
            .databaseSize(Self.size(of: directory.database), file: "database"),
            .databaseSize(Self.size(of: directory.database + "-wal"), file: "wal"),
            .freeDiskSpace(Self.freeSpace(of: directory.path)),
        ]
    }

    /// The size of the database with its log of changes; `nil` if it is unknown.
    var databaseBytes: Double? {
        Self.size(of: directory.database).map { $0 + (Self.size(of: directory.database + "-wal") ?? 0) }
    }

    /// The space that is left on the disk; `nil` if it is unknown.
    var freeBytes: Double? { Self.freeSpace(of: directory.path) }

    private static func size(of path: String) -> Double? {
        var status = stat()
        return stat(path, &status) == 0 ? Double(status.st_size) : nil
    }

    private static func freeSpace(of path: String) -> Double? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Double(status.f_bavail) * Double(status.f_frsize)
    }
}
