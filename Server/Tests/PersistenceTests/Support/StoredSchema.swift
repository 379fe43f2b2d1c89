import Foundation
import Persistence
import PersistenceSQLite

/// Dumps of databases of older versions.
enum StoredSchema {
    /// Creates the database of a folder from a dump in `Fixtures`.
    static func load(_ name: String, into folder: DataDirectory) async throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/\(name).sql")
        let statements = try String(contentsOf: file, encoding: .utf8).components(separatedBy: ";\n")
        let driver = try SQLiteDriver(path: folder.database)
        try await driver.write { sql in
            for statement in statements where !statement.isEmpty { try sql.run(statement) }
        }
        try driver.close()
    }
}
