import ControlPlane
import GRDB
import Persistence
import ServerSupport

/// Backups of a database, each in one self-contained file with mode 0600.
package enum SQLiteBackup {
    /// The content of a backup.
    package struct Report: Hashable, Sendable {
        /// The number of its newest migration.
        package let schema: Int
        /// The number of apps, without deleted ones.
        package let apps: Int
        /// The size of the file in bytes.
        package let size: Int
    }

    /// Copies the database of a folder, whether or not a server uses it, to a new file. Needs no lock and does not
    /// change the database. An existing file is not replaced.
    /// - Throws: ``BackupError``; ``StoreError`` if the database cannot be read. No file is left then.
    package static func write(from directory: DataDirectory, to path: String) throws -> Report {
        let source = try SQLiteErrorMapper(path: directory.database).translating {
            guard PrivateFile.exists(directory.database) else {
                throw StoreError.unavailable(
                    "there is no \"\(PrivateFile.name(of: directory.database))\" in that folder")
            }
            return try DatabaseQueue(path: directory.database, configuration: readOnly)
        }
        defer { try? source.close() }
        return try write(from: source, to: path)
    }

    /// Copies the committed state of an open database, through one of its readers, while others write to it. The file
    /// gets its name when it is complete, verified and on the disk. Blocks the calling thread.
    /// - Throws: ``BackupError``. No file is left then.
    static func write(from source: any DatabaseReader, to path: String) throws -> Report {
        let name = PrivateFile.name(of: path)
        return try translatingWriteErrors(of: name) {
            guard !path.isEmpty, !path.utf8.contains(0) else {
                throw BackupError.unwritable(name, reason: "it is not a file name")
            }
            // The empty file reserves the name until the complete one replaces it.
            guard try PrivateFile.create(path) else { throw BackupError.exists(name) }
            let draft = PrivateFile.free(path, suffix: ".part")
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

    /// Checks that a file is an intact database of airworthy: every page, every reference, a schema that this version
    /// knows. Reads the whole file.
    package static func verify(_ path: String) throws -> Report {
        let name = PrivateFile.name(of: path)
        let errors = SQLiteErrorMapper(path: path)
        do {
            guard PrivateFile.exists(path) else { throw StoreError.unavailable("there is no such file") }
            return try errors.translating {
                let file = try DatabaseQueue(path: path, configuration: readOnly)
                defer { try? file.close() }
                return try file.read { try report(of: SQLiteSession(database: $0, errors: errors)) }
            }
        } catch let error as StoreError {
            throw BackupError.unusable(name, reason: error.reason)
        }
    }

    /// Copies every page to a new file without a write-ahead log.
    static func copy(_ source: any DatabaseReader, to path: String) throws {
        try PrivateFile.createNew(path)
        let target = try DatabaseQueue(path: path)
        defer { try? target.close() }
        try source.backup(to: target)
        // The header of the copy names a log, as that of the original; a self-contained file has none.
        try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }

    static var readOnly: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(SQLiteOptions().busyTimeout.seconds)
        return configuration
    }

    private static func report(of sql: SQLiteSession) throws -> Report {
        guard case .made(let schema) = try Schema.state(of: sql), schema > 0 else {
            throw StoreError.unavailable("it holds no tables")
        }
        let check = try sql.row("PRAGMA integrity_check")?.text("integrity_check")
        guard check == "ok" else { throw StoreError.unavailable("it is damaged; use an older backup") }
        guard try sql.rows("PRAGMA foreign_key_check").isEmpty else {
            throw StoreError.unavailable("it has rows of missing apps; use an older backup")
        }
        let size = try sql.row("SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size")
        return Report(
            schema: schema,
            apps: try sql.row("SELECT COUNT(*) AS count FROM apps WHERE deleted_at IS NULL")?.integer("count") ?? 0,
            size: try size?.integer("size") ?? 0)
    }

    /// Runs `work` and throws its errors as ``BackupError``.
    private static func translatingWriteErrors<T>(of name: String, _ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch let error as FileError {
            throw error.isFull ? BackupError.full(name) : .unwritable(name, reason: error.description)
        } catch let error as DatabaseError {
            switch SQLiteErrorMapper(path: name).storeError(error) {
            case StoreError.full: throw BackupError.full(name)
            case let other as StoreError: throw BackupError.unwritable(name, reason: other.reason)
            default: throw error
            }
        }
    }
}
