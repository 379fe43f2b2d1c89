import Foundation

/// Writes files atomically, so that a reader never sees half of one.
enum OutputFile {
    /// Writes a file, replacing an existing one; `-` is standard output.
    ///
    /// The bytes go to a temporary file in the same folder, which is then renamed, so that an error leaves an existing
    /// file unchanged. Devices and pipes are written to directly.
    ///
    /// In the JSON that it writes, scalars that a terminal could obey are escaped, for a later look at the file.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let bytes = Array(TerminalText.harmless(String(decoding: bytes, as: UTF8.self)).utf8)
        if path == "-" {
            let failure = writeAll(bytes, to: 1)
            guard failure == 0 || failure == EPIPE else { throw unwritable("standard output", error: failure) }
            return
        }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw ToolError.cannotCreate("\(path.printable): not a file name")
        }
        var status = stat()
        // Somebody else's link, in a folder where others can put files, may name any file of this user.
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, ![0, geteuid()].contains(status.st_uid) {
            throw ToolError.cannotCreate("\(path.printable): is a symbolic link of another user; name the file itself")
        }
        let exists = stat(path, &status) == 0
        switch exists ? status.st_mode & S_IFMT : S_IFREG {
        case S_IFREG: try replace(path, with: bytes, mode: exists ? status.st_mode & 0o777 : nil)
        case S_IFDIR: throw ToolError.cannotCreate("\(path.printable): is a folder; name a file in it")
        default: try writeDirectly(bytes, to: path)
        }
    }

    /// Creates a file with the permissions `mode`. The file must not exist, not even as a symbolic link.
    /// After an error no partial file remains.
    static func create(_ path: String, mode: mode_t, bytes: [UInt8]) throws(ToolError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw unwritable(path, error: errno) }
        var failure = writeAll(bytes, to: descriptor)
        if failure == 0, fsync(descriptor) != 0 { failure = errno }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        if failure != 0 {
            unlink(path)
            throw unwritable(path, error: failure)
        }
    }

    private static func replace(_ path: String, with bytes: [UInt8], mode: mode_t?) throws(ToolError) {
        let target = resolved(path)
        let draft = "\(target).\(getpid()).tmp"
        do throws(ToolError) {
            try create(draft, mode: mode ?? 0o666, bytes: bytes)
        } catch {
            throw ToolError(
                status: error.status, description: error.description.replacing(draft.printable, with: path.printable))
        }
        // The umask must not remove permissions of the replaced file.
        if let mode { chmod(draft, mode) }
        guard rename(draft, target) == 0 else {
            let failure = errno
            unlink(draft)
            throw unwritable(path, error: failure)
        }
    }

    /// Returns the target of a symbolic link, so that the target is replaced and not the link.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func writeDirectly(_ bytes: [UInt8], to path: String) throws(ToolError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritable(path, error: errno) }
        defer { close(descriptor) }
        let failure = writeAll(bytes, to: descriptor)
        guard failure == 0 || failure == EPIPE else { throw unwritable(path, error: failure) }
    }

    static func exists(_ path: String) -> String { "\(path.printable): already exists and is not replaced" }

    static func unwritable(_ path: String, error failure: Int32) -> ToolError {
        switch failure {
        case EEXIST: ToolError.cannotCreate(exists(path))
        case ENOENT: ToolError.cannotCreate("\(path.printable): the folder does not exist")
        default:
            ToolError.cannotCreate("\(path.printable): cannot be written: \(String(cString: strerror(failure)))")
        }
    }
}

/// Warns on standard error if other users of this machine can read a file with a secret.
func warnIfReadableByOthers(_ path: String, holding secret: String) {
    if let warning = warningIfReadableByOthers(path, holding: secret) { printError(warning) }
}

/// Returns the warning about a file with a secret that other users of the machine can read; `nil` if they cannot.
func warningIfReadableByOthers(_ path: String, holding secret: String) -> String? {
    guard isReadableByOthers(path) else { return nil }
    return "airworthy: warning: \(path.printable): other users of this machine can read \(secret); run chmod 600 on it"
}

/// Whether other users of the machine can read a file; not if it is standard input or no regular one.
func isReadableByOthers(_ path: String) -> Bool {
    var status = stat()
    return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o077 != 0
}

/// Returns the warning about a data folder in which other users of the machine can put files; `nil` if they cannot.
func warningIfOthersMayChange(_ folder: String) -> String? {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & 0o022 != 0 else { return nil }
    return "\(folder.printable): other users of this machine can replace the database and the first admin token"
}

/// Returns the name of an output file, for messages.
func outputName(_ path: String) -> String { path == "-" ? "<standard output>" : path.printable }

/// Prints a summary of a written file: on standard output, or on standard error if the file went to standard output.
func printSummary(_ line: String, ofFile path: String) throws {
    if path == "-" { printError(line) } else { try printOutput(line) }
}

/// A folder that only this user can access: one of the user, or a temporary one.
struct PrivateFolder {
    let path: String
    let isTemporary: Bool

    /// Uses or creates a folder; for `nil` a temporary one, named after `name`. `advice` is for a failure.
    init(path: String?, name: String, advice: String) throws(ToolError) {
        isTemporary = path == nil
        self.path =
            path ?? FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)").path
        do {
            try FileManager.default.createDirectory(
                atPath: self.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotCreate("\(self.path.printable): the folder cannot be created; \(advice)")
        }
    }

    func removeIfTemporary() {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }
}
