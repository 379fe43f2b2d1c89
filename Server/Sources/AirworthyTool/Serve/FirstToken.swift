import ControlPlane
import Foundation
import PersistenceSQLite

/// The first admin token of a new database, which is handed out once.
enum FirstToken {
    /// Creates the token, unless the database has one, and shows it on a terminal or writes it to a private file in the
    /// data folder. With PostgreSQL nothing else is in that folder, so it is created here.
    /// - Throws: ``StoreError``, and ``ToolError`` with status 73 if the file could not be written.
    static func handOut(
        by tokens: TokenService, directory: String, isTerminal: Bool, show: (String) -> Void = printError
    ) async throws {
        guard let token = try await tokens.createFirstAdminToken() else { return }
        if isTerminal {
            show("the first admin token, shown this once: \(token)")
            return
        }
        let path = directory + "/first-admin-token"
        do {
            try? DataDirectory(directory).create()
            // An existing file belongs to a database that was deleted.
            unlink(path)
            try OutputFile.create(path, mode: 0o600, bytes: Array((token + "\n").utf8))
        } catch {
            throw ToolError.cannotCreate(
                "\(error); the first admin token is lost: stop the server and create another one with "
                    + "`airworthy tokens create --local`")
        }
        show("the first admin token is in \(path.printable); move it somewhere safe")
    }
}
