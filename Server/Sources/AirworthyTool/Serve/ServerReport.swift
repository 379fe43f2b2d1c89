import AirworthyServer
import ControlPlane
import Dashboard
import Foundation

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

    /// The state now.
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
