import ControlPlane
import GRDB

/// Puts SQLite's errors into the words of stores: the file's name, what is wrong, what to do. Never a value.
struct SQLiteProblem: Sendable {
    private let folder: String
    private let file: String
    private let isFull: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - path: The database.
    ///   - isFull: Whether the disk of a folder is full; SQLite does not always know.
    init(path: String, isFull: @escaping @Sendable (String) -> Bool = PrivateFile.isFull) {
        folder = PrivateFile.folder(of: path)
        file = "\"\(PrivateFile.name(of: path))\""
        self.isFull = isFull
    }

    /// An error as callers get it. What is not SQLite's own stays as it is.
    func storeError(_ error: any Error) -> any Error {
        switch error {
        case let error as FileProblem: error.storeError
        case let error as DatabaseError: storeError(code: error.extendedResultCode.rawValue, error.message)
        default: error
        }
    }

    /// Runs `work` and throws errors as callers get them.
    func translating<T>(_ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch {
            throw storeError(error)
        }
    }

    /// An error by its extended result code, with SQLite's own words for what has none here.
    func storeError(code: Int32, _ message: String?) -> StoreError {
        switch ResultCode(rawValue: code).primaryResultCode {
        case .SQLITE_FULL: .full
        case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
        case .SQLITE_IOERR where isFull(folder): .full
        case .SQLITE_IOERR:
            .unavailable("the disk failed at \(file) (SQLite \(code)); look at the system's log")
        case .SQLITE_CANTOPEN:
            .unavailable("\(file) cannot be opened; see that its folder exists and that this user may write to it")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            .unavailable("\(file) cannot be written; see that this user may write to it and to its folder")
        case .SQLITE_NOTADB:
            .unavailable("\(file) is no SQLite database; put the right file there or restore a backup")
        case .SQLITE_CORRUPT:
            .unavailable("\(file) is damaged; stop the server and restore a backup")
        case .SQLITE_MISUSE: .unavailable("\(file) is closed")
        default: .unavailable("\(file): \(message ?? "an error without a text") (SQLite \(code))")
        }
    }
}
