import ControlPlane
import GRDB

/// Copies of a database in one file that stands for itself, mode 0600.
package enum SQLiteBackup {
    /// What a database holds.
    package struct Report: Hashable, Sendable {
        /// The newest migration it has.
        package let schema: Int
        /// How many apps there are, without those that were deleted.
        package let apps: Int
        /// How large the file is, in bytes.
        package let size: Int
    }

    /// Copies the database of a folder, whether or not a server uses it. Needs no lock and changes nothing.
    /// - Parameters:
    ///   - directory: The folder.
    ///   - path: The file to make. What is there already is not replaced.
    /// - Returns: What the copy holds.
    /// - Throws: ``BackupError``; ``StoreError`` if the database cannot be read. No file is left then.
    package static func write(from directory: DataDirectory, to path: String) throws -> Report {
        let source = try SQLiteProblem(path: directory.database).translating {
            guard PrivateFile.exists(directory.database) else {
                throw StoreError.unavailable(
                    "there is no \"\(PrivateFile.name(of: directory.database))\" in that folder")
            }
            return try DatabaseQueue(path: directory.database, configuration: readOnly)
        }
        defer { try? source.close() }
        return try write(from: source, to: path)
    }

    /// Copies an open database while others write to it: what was committed when the copy began. Blocks.
    /// - Parameters:
    ///   - source: The database; only a reader of it is kept busy.
    ///   - path: The file to make. It gets its name when it is complete, checked and on the disk.
    /// - Returns: What the copy holds.
    /// - Throws: ``BackupError``. No file is left then.
    static func write(from source: any DatabaseReader, to path: String) throws -> Report {
        let name = PrivateFile.name(of: path)
        return try writing(name) {
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw BackupError.unwritable(name, "it is no file name")
            }
            // The empty file keeps the name, and is replaced by the complete one at once.
            guard try PrivateFile.create(path) else { throw BackupError.exists(name) }
            let draft = PrivateFile.free(path, ".part")
            do {
                try copy(source, to: draft)
                let report = try verify(draft)
                try PrivateFile.sync(draft)
                try PrivateFile.move(draft, to: path)
                return report
            } catch {
                for leftover in [draft, draft + "-journal", path] { PrivateFile.remove(leftover) }
                throw error
            }
        }
    }

    /// Looks whether a file is a database of airworthy in good order: every page, every reference, a schema that this
    /// version knows. Takes a read of the whole file.
    /// - Throws: ``BackupError`` `unusable`.
    package static func verify(_ path: String) throws -> Report {
        let name = PrivateFile.name(of: path)
        let problem = SQLiteProblem(path: path)
        do {
            guard PrivateFile.exists(path) else { throw StoreError.unavailable("there is no such file") }
            return try problem.translating {
                let file = try DatabaseQueue(path: path, configuration: readOnly)
                defer { try? file.close() }
                return try file.read { try report($0, problem) }
            }
        } catch let error as StoreError {
            throw BackupError.unusable(name, error.reason)
        }
    }

    /// Copies every page to a new file, which has no write-ahead log of its own.
    /// - Throws: `DatabaseError`, `FileProblem`.
    static func copy(_ source: any DatabaseReader, to path: String) throws {
        try PrivateFile.createNew(path)
        let target = try DatabaseQueue(path: path)
        defer { try? target.close() }
        try source.backup(to: target)
        // The copy says that it has a log, as the original does; a file that stands for itself has none.
        try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }

    static var readOnly: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return configuration
    }

    private static func report(_ database: Database, _ problem: SQLiteProblem) throws -> Report {
        let sql = SQLiteSession(database, problem)
        guard case .made(let schema) = try Schema.state(sql, .sqlite), schema > 0 else {
            throw StoreError.unavailable("it holds no tables")
        }
        let check = try sql.row("PRAGMA integrity_check")?.text("integrity_check")
        guard check == "ok" else { throw StoreError.unavailable("it is damaged; take an older one") }
        guard try sql.rows("PRAGMA foreign_key_check").isEmpty else {
            throw StoreError.unavailable("rows in it miss the app they belong to; take an older one")
        }
        let size = try sql.row("SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size")
        return Report(
            schema: schema,
            apps: try sql.row("SELECT COUNT(*) AS count FROM apps WHERE deleted_at IS NULL")?.integer("count") ?? 0,
            size: try size?.integer("size") ?? 0)
    }

    /// What writing runs into, in the words of backups.
    private static func writing<T>(_ name: String, _ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch let error as FileProblem {
            throw error.isFull ? BackupError.full(name) : .unwritable(name, error.description)
        } catch let error as DatabaseError {
            switch SQLiteProblem(path: name).storeError(error) {
            case StoreError.full: throw BackupError.full(name)
            case let other as StoreError: throw BackupError.unwritable(name, other.reason)
            default: throw error
            }
        }
    }
}

extension StoreError {
    /// What is wrong, without what it means for a store.
    var reason: String {
        switch self {
        case .unavailable(let why): why
        case .newerSchema, .full, .locked: description
        }
    }
}
