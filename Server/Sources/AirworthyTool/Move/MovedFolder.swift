import Foundation
import PersistencePostgres
import PersistenceSQLite

/// The note that `move` leaves in a data folder, so that nobody goes on with its database by mistake.
struct MovedFolder {
    private let directory: DataDirectory
    private var path: String { directory.path + "/moved-to" }

    init(_ directory: DataDirectory) { self.directory = directory }

    /// Notes where the installation is now.
    /// - Throws: ``ToolError`` with status 73.
    func note(_ address: PostgresAddress) throws {
        try OutputFile.write(Array("\(address)\n".utf8), to: path)
    }

    /// A sentence with the new database and the way back; `nil` if the installation was not moved.
    var sentence: String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let address = text.prefix(200).trimmingCharacters(in: .whitespacesAndNewlines)
        return
            "\(directory.path): this installation was moved to \(address); to use the folder again all the same, delete "
            + path
    }
}
