/// The options for opening a SQLite database.
package struct SQLiteOptions: Hashable, Sendable {
    /// The largest size in pages of 4 KiB; `nil` for no limit but the disk.
    package var maximumPages: Int?
    /// The longest wait for another process that holds the write lock.
    package var busyTimeout: Duration
    /// The number of concurrent reads.
    package var readers: Int

    package init(maximumPages: Int? = nil, busyTimeout: Duration = .seconds(5), readers: Int = 4) {
        self.maximumPages = maximumPages
        self.busyTimeout = busyTimeout
        self.readers = readers
    }
}
