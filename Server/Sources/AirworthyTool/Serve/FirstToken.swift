import ControlPlane

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Hands out the first admin token of a new database, once in its life.
enum FirstToken {
    /// Claims the token, unless somebody has it, and shows it on a terminal, else writes it to a file of the data folder
    /// that only this user may read.
    /// - Parameters:
    ///   - tokens: Where it is claimed.
    ///   - directory: The data folder.
    ///   - isTerminal: Whether standard error is one.
    ///   - tell: Shows a line on standard error.
    /// - Throws: ``StoreError``, and ``ToolError`` with status 73 if the file could not be written.
    static func handOut(
        by tokens: TokenService, directory: String, isTerminal: Bool, tell: (String) -> Void = printError
    ) async throws {
        guard let token = try await tokens.createFirstAdminToken() else { return }
        if isTerminal {
            tell("the first admin token, shown this once: \(token)")
            return
        }
        let path = directory + "/first-admin-token"
        do {
            // A file of that name belongs to a database that is gone.
            unlink(path)
            try OutputFile.create(path, mode: 0o600, Array((token + "\n").utf8))
        } catch {
            throw ToolError(
                .cannotCreate,
                "\(error); the first admin token is lost with it: stop the server and make another one with "
                    + "`airworthy tokens create --local`")
        }
        tell("the first admin token is in \(path.printable); move it somewhere safe")
    }
}
