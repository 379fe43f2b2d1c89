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
