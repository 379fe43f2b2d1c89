import ControlPlane
import GRDB

/// Translates SQLite's errors into store errors: the file's name, the failure and the remedy, never a stored value.
struct SQLiteErrorMapper: Sendable {
    private let folder: String
    private let file: String
    private let isFull: @Sendable (String) -> Bool

    /// Creates a mapper. `isFull` returns whether the disk of a folder is full, because SQLite does not always know.
    init(path: String, isFull: @escaping @Sendable (String) -> Bool = PrivateFile.isFull) {
        folder = PrivateFile.folder(of: path)
        file = "\"\(PrivateFile.name(of: path))\""
        self.isFull = isFull
    }

    /// Returns the error for callers. Errors that are neither SQLite's nor the file system's stay as they are.
    func storeError(_ error: any Error) -> any Error {
        switch error {
        case let error as FileError: error.storeError
        case let error as DatabaseError: storeError(code: error.extendedResultCode.rawValue, message: error.message)
        case is RowDecodingError:
            StoreError.unavailable("a column does not hold a number; something else has written to the database")
        default: error
        }
    }

    /// Runs `work` and translates its errors.
    func translating<T>(_ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch {
            throw storeError(error)
        }
    }

    /// Returns the error for an extended result code, with SQLite's message where the code has no text here.
    func storeError(code: Int32, message: String?) -> StoreError {
        switch ResultCode(rawValue: code).primaryResultCode {
        case .SQLITE_FULL: .full
        case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
        case .SQLITE_IOERR where isFull(folder): .full
        case .SQLITE_IOERR:
            .unavailable("the disk failed at \(file) (SQLite \(code)); check the system's log")
        case .SQLITE_CANTOPEN:
            .unavailable("\(file) cannot be opened; check that its folder exists and that this user may write to it")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            .unavailable("\(file) cannot be written; check that this user may write to it and to its folder")
        case .SQLITE_NOTADB:
            .unavailable("\(file) is not a SQLite database; put the right file there or restore a backup")
        case .SQLITE_CORRUPT:
            .unavailable("\(file) is damaged; stop the server and restore a backup")
        case .SQLITE_MISUSE: .unavailable("\(file) is closed")
        default: .unavailable("\(file): \(message ?? "unknown error") (SQLite \(code))")
        }
    }
}
