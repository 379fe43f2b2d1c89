import ArgumentParser

/// How a command ends when it could not do its work. Scripts rely on these numbers (they are those of `sysexits.h`).
enum ToolStatus: Int32, CaseIterable {
    /// It was called the wrong way.
    case usage = 64
    /// What it read is not what it should be.
    case badData = 65
    /// A file is missing or cannot be read, or the server has nothing by that name.
    case missingFile = 66
    /// The server's name leads nowhere.
    case noHost = 68
    /// The server cannot be reached, cannot do it, or does not answer as one of ours.
    case unavailable = 69
    /// Our fault.
    case internalError = 70
    /// A file cannot be written, or is there already and must not be replaced.
    case cannotCreate = 73
    /// It may go well later, or after a look at what has changed meanwhile.
    case temporaryFailure = 75
    /// The token does not count or does not allow it.
    case noPermission = 77
}

/// A failure that a command explains to the person who called it.
struct ToolError: Error, Hashable, CustomStringConvertible {
    let status: ToolStatus
    /// What went wrong and what to do about it.
    let description: String

    init(_ status: ToolStatus, _ description: String) {
        self.status = status
        self.description = description
    }
}

extension AirworthyCommand {
    /// The status that `error` ends the process with: the one place where errors become numbers.
    ///
    /// - Parameter error: Whatever parsing or running a command threw.
    /// - Returns: A ``ToolError``'s own status, what a command asked for with `ExitCode`, 0 for help and version, 64
    ///   for what the parser refused, and 70 for everything else.
    static func status(for error: any Error) -> Int32 {
        if let error = error as? ToolError { return error.status.rawValue }
        if let code = error as? ExitCode { return code.rawValue }
        let code = exitCode(for: error)
        return code == .failure ? ToolStatus.internalError.rawValue : code.rawValue
    }

    /// Says what went wrong, on standard error unless it was asked for (help, version), and ends the process.
    static func end(with error: any Error) -> Never {
        let status = status(for: error)
        if error is ExitCode { exit(withError: ExitCode(status)) }
        if let error = error as? ToolError {
            printError("airworthy: \(error)")
            exit(withError: ExitCode(status))
        }
        if status == ToolStatus.internalError.rawValue {
            printError("airworthy: this is our fault, please report it: \(error)")
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
