package import ReleaseCatalog

package protocol NodeReads {
    /// Returns the numbers of changes. They rise with each transaction that changes something of their group.
    func changes() throws -> StoredChanges
    /// Returns the slugs of the apps that changed since ``StoredChanges/listed`` was `number`, deleted ones too, sorted.
    func changedApps(since number: Int) throws -> [String]
    /// Returns the App Store Connect keys as the leader stored them last, in the order they were configured.
    func appleKeys() throws -> [AppleKeyRecord]
    /// Returns a stored setting, such as the id of the first admin token.
    func setting(_ key: String) throws -> String?
    /// Returns the clock of the database server; `nil` for a database in this process.
    func databaseClock() throws -> DatabaseClock?
}

package protocol NodeWrites: NodeReads {
    /// Replaces the records of all App Store Connect keys.
    func replaceAppleKeys(_ keys: [AppleKeyRecord]) throws
    /// Stores a setting unless it is set. Returns whether it was stored: of two nodes that start at once, one gets
    /// `true`.
    func claimSetting(_ key: String, value: String) throws -> Bool
    /// Stores a setting in place of its earlier value.
    func replaceSetting(_ key: String, value: String) throws
}

/// The use of the connections to the database.
package struct PoolUse: Hashable, Sendable {
    /// Connections in a transaction.
    package var busy: Int
    /// Free connections.
    package var idle: Int
    /// Transactions that wait for a connection.
    package var waiting: Int

    package init(busy: Int = 0, idle: Int = 0, waiting: Int = 0) {
        self.busy = busy
        self.idle = idle
        self.waiting = waiting
    }
}
