import ControlPlane
import Foundation
import GRDB
package import Persistence

extension DatabaseInspection {
    /// Inspects the database of a data folder, whether or not a server uses it.
    ///
    /// A reader of a database that no process uses would create files beside it. So the reader works on a copy then.
    package static func read(_ directory: DataDirectory) throws -> DatabaseInspection {
        let database = directory.database
        let isInUse = ["-wal", "-shm"].allSatisfy { PrivateFile.exists(database + $0) }
        let errors = SQLiteErrorMapper(path: database)
        guard !isInUse else { return try read(database, errors: errors) }
        let folder = FileManager.default.temporaryDirectory
        let copy = folder.appendingPathComponent("airworthy-\(UUID().uuidString).sqlite").path
        defer { for part in ["", "-wal", "-shm", "-journal"] { PrivateFile.remove(copy + part) } }
        return try errors.translating {
            for part in ["", "-wal"] where PrivateFile.exists(database + part) {
                try PrivateFile.copy(database + part, to: copy + part)
            }
            return try read(copy, errors: errors)
        }
    }

    private static func read(_ path: String, errors: SQLiteErrorMapper) throws -> DatabaseInspection {
        try errors.translating {
            let file = try DatabaseQueue(path: path, configuration: SQLiteBackup.readOnly)
            defer { try? file.close() }
            return try file.read { try DatabaseInspection(SQLiteSession(database: $0, errors: errors)) }
        }
    }
}
