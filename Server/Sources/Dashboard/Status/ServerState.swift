package import Foundation
package import ReleaseCatalog

/// The state of the process that shows the pages, of its keys and of its database.
package struct ServerState: Sendable {
    /// The scheduled backups of the database.
    package struct Backups: Hashable, Sendable {
        /// The seconds between two backups.
        package var interval: Double
        /// The date of the last good backup; `nil` without one.
        package var last: Date?
        /// The number of failed attempts since the start.
        package var failures: Int

        package init(interval: Double, last: Date?, failures: Int) {
            self.interval = interval
            self.last = last
            self.failures = failures
        }
    }

    package var version: String?
    package var startedAt: Date?
    /// Whether this node queries Apple, renews and prunes.
    package var isLeader = true
    /// Whether other nodes may use the same database.
    package var sharesDatabase = false
    /// The App Store Connect keys, in the order they were configured.
    package var appleKeys: [AppleKeyRecord] = []
    /// The seconds that this machine's clock is ahead of Apple's; `nil` if it is unknown.
    package var clockOffset: Double?
    /// The size of the database in bytes; `nil` if it is unknown.
    package var databaseBytes: Double?
    /// The free space of the disk with the database in bytes; `nil` if it is unknown.
    package var diskFreeBytes: Double?
    /// The scheduled backups; `nil` if none are scheduled.
    package var backups: Backups?

    /// Describes a process of which nothing is known.
    package init() {}
}
