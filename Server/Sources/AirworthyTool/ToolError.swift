import ArgumentParser

/// The exit status of a command that failed. Scripts rely on these numbers, which are those of `sysexits.h`.
enum ToolExitStatus: Int32, CaseIterable {
    /// A limit that the caller set would be exceeded.
    case limit = 1
    /// The arguments are wrong.
    case usage = 64
    /// The content of a file or the value of an option cannot be used.
    case badData = 65
    /// A file is missing or unreadable, or the server does not have the item.
    case missingFile = 66
    /// The server's host name cannot be resolved.
    case noHost = 68
    /// The server is unreachable, cannot do this, or does not answer as an Airworthy server.
    case unavailable = 69
    /// A bug in this tool.
    case internalError = 70
    /// A file cannot be written, or exists and must not be replaced.
    case cannotCreate = 73
    /// The same command may succeed later.
    case temporaryFailure = 75
    /// The token is invalid or lacks the right.
    case noPermission = 77
}

/// A failure with an exit status and a sentence for the user.
struct ToolError: Error, Hashable, CustomStringConvertible {
    let status: ToolExitStatus
    /// The message: the failure, its place and the remedy.
    let description: String

    static func limit(_ text: String) -> ToolError { ToolError(status: .limit, description: text) }
    static func usage(_ text: String) -> ToolError { ToolError(status: .usage, description: text) }
    static func badData(_ text: String) -> ToolError { ToolError(status: .badData, description: text) }
    static func missingFile(_ text: String) -> ToolError { ToolError(status: .missingFile, description: text) }
    static func unavailable(_ text: String) -> ToolError { ToolError(status: .unavailable, description: text) }
    static func internalError(_ text: String) -> ToolError { ToolError(status: .internalError, description: text) }
    static func cannotCreate(_ text: String) -> ToolError { ToolError(status: .cannotCreate, description: text) }
    static func noPermission(_ text: String) -> ToolError { ToolError(status: .noPermission, description: text) }
    static func temporaryFailure(_ text: String) -> ToolError {
        ToolError(status: .temporaryFailure, description: text)
    }

    /// Creates the error for a policy or a manifest in `file` that names another app.
    static func wrongApp(_ other: String, in file: String, for app: String) -> ToolError {
        .badData("\(file.printable): is for the app \"\(other.printable)\", not for \"\(app)\"")
    }
}

extension AirworthyCommand {
    /// Returns the exit status for `error`: that of a ``ToolError``, the code of an `ExitCode`, 0 for help and version,
    /// 64 for arguments the parser rejects, and 70 for everything else.
    static func exitStatus(for error: any Error) -> Int32 {
        if let error = error as? ToolError { return error.status.rawValue }
        if let code = error as? ExitCode { return code.rawValue }
        let code = exitCode(for: error)
        return code == .failure ? ToolExitStatus.internalError.rawValue : code.rawValue
    }

    /// Prints `error` and exits. Help and version go to standard output, everything else to standard error.
    static func exit(reporting error: any Error) -> Never {
        let status = exitStatus(for: error)
        if error is ExitCode { exit(withError: ExitCode(status)) }
        if let error = error as? ToolError {
            printError("airworthy: \(error)")
            exit(withError: ExitCode(status))
        }
        if status == ToolExitStatus.internalError.rawValue {
            printError("airworthy: internal error, please report it: \(error)")
            exit(withError: ExitCode(status))
        }
        if status != 0 {
            let message = fullMessage(for: error)
            printError("airworthy: \(message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message)")
            exit(withError: ExitCode(status))
        }
        exit(withError: error)
    }
}
