import Foundation
import PersistenceSQLite

/// Runs `body` with a temporary folder.
func withScratchFolder(_ body: (DataDirectory) async throws -> Void) async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("airworthy-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    try await body(DataDirectory(url.path))
}

extension DataDirectory {
    /// The names of the files, sorted.
    var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    /// Opens the database as a server does, and closes it afterwards.
    func withDatabase(
        _ options: SQLiteOptions = SQLiteOptions(), _ body: (SQLiteDatabase) async throws -> Void
    ) async throws {
        let database = try await SQLiteDatabase.open(ProcessLock(self), options: options, at: .sample)
        do {
            try await body(database)
            try database.close()
        } catch {
            try? database.close()
            throw error
        }
    }
}

/// The permissions of a file, such as 0o600.
func rights(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}
