package import ControlPlane
import Persistence
import PersistenceSQLite
import Synchronization

/// A store over SQLite in memory, whose transactions tests can let fail.
package final class MemoryStore: Store {
    private let driver: SQLiteDriver
    private let store: SQLStore
    private let failure = Mutex<StoreError?>(nil)
    private let lastWrite = Mutex<(writesLeft: Int, error: any Error)?>(nil)
    private let lostCommits = Mutex<[Bool]>([])
    private let beforeWrite = Mutex<(@Sendable () async throws -> Void)?>(nil)

    /// A migrated database that each store copies, because migrating takes longer.
    private static let template = try? SQLiteDriver(inMemoryAt: FixedClock.start)

    package init() {
        guard let template = Self.template, let driver = try? SQLiteDriver(copying: template) else {
            preconditionFailure("SQLite opened no database in memory")
        }
        self.driver = driver
        store = SQLStore(driver)
    }

    /// Lets every transaction fail until it is set to `nil`.
    package func fail(with error: StoreError?) {
        failure.withLock { $0 = error }
    }

    /// Lets something happen at the start of every write, until it is set to `nil`.
    package func beforeWrites(_ action: (@Sendable () async throws -> Void)?) {
        beforeWrite.withLock { $0 = action }
    }

    /// Lets every write fail after a number of others.
    package func fail(afterWrites writes: Int, with error: any Error) {
        lastWrite.withLock { $0 = (writes, error) }
    }

    /// Loses the connection during the next commits, each of which takes effect or not.
    package func loseCommits(_ areStored: Bool...) {
        lostCommits.withLock { $0 = areStored }
    }

    /// Replaces the bytes of a stored manifest, as a broken disk does; `nil` loses them.
    package func damage(_ app: String, revision: Int, bytes: [UInt8]?) async throws {
        try await driver.write { sql in
            _ = try sql.run(
                "UPDATE manifests SET body = $1 WHERE app = $2 AND revision = $3", binding: bytes, app, revision)
        }
    }

    /// Writes as the previous version does, which may run beside this one during an upgrade: the changes are counted, but their
    /// apps are not listed.
    package func writeAsPreviousVersion(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Void
    ) async throws {
        let (listed, heads) = try await driver.read { sql in
            (
                try sql.row("SELECT listed FROM changes")?.integer("listed") ?? 0,
                try sql.rows("SELECT app, changed FROM heads").map { (try $0.text("app"), try $0.integer("changed")) }
            )
        }
        try await store.write(body)
        try await driver.write { sql in
            try sql.run("UPDATE changes SET listed = $1", binding: listed)
            for (app, number) in heads {
                try sql.run("UPDATE heads SET changed = $1 WHERE app = $2", binding: number, app)
            }
        }
    }

    package func read<T: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> T
    ) async throws -> T {
        if let error = failure.withLock({ $0 }) { throw error }
        return try await store.read(body)
    }

    package func write<T: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        try await beforeWrite.withLock { $0 }?()
        if let error = failure.withLock({ $0 }) { throw error }
        try countWrite()
        let (result, isLost) = try await store.write { [self] transaction in
            let result = try body(transaction)
            let isStored = lostCommits.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if isStored == false { throw StoreError.outcomeUnknown }
            return (result, isStored != nil)
        }
        if isLost { throw StoreError.outcomeUnknown }
        return result
    }

    private func countWrite() throws {
        try lastWrite.withLock { last in
            guard let (writesLeft, error) = last else { return }
            guard writesLeft > 0 else { throw error }
            last?.writesLeft -= 1
        }
    }
}
