/// How a SQLite database is opened.
package struct SQLiteOptions: Hashable, Sendable {
    /// How large it may become, in pages of 4 KiB; `nil` is as large as the disk.
    package var maximumPages: Int?
    /// How long to wait for another process that holds the write lock, in seconds.
    package var busyTimeout: Double
    /// How many reads run at the same time.
    package var readers: Int

    /// Makes options.
    package init(maximumPages: Int? = nil, busyTimeout: Double = 5, readers: Int = 4) {
        self.maximumPages = maximumPages
        self.busyTimeout = busyTimeout
        self.readers = readers
    }
}
