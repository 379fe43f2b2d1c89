#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes files so that nobody ever sees half of one.
enum OutputFile {
    /// Writes a file in place of what was there, all at once; `-` is standard output.
    ///
    /// The bytes go to a new file beside it, which then takes its name. Devices and pipes are written to as they are.
    /// - Throws: ``ToolError`` with status 73 if the file cannot be written; then what was there is untouched.
    static func write(_ bytes: [UInt8], to path: String) throws {
        if path == "-" {
            let problem = writeAll(bytes, to: 1)
            guard problem == 0 || problem == EPIPE else { throw unwritable("standard output", problem) }
            return
        }
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw ToolError(.cannotCreate, "\(path.printable): is no file name")
        }
        var status = stat()
        let exists = stat(path, &status) == 0
        switch exists ? status.st_mode & S_IFMT : S_IFREG {
        case S_IFREG: try replace(path, bytes, mode: exists ? status.st_mode & 0o777 : nil)
        case S_IFDIR: throw ToolError(.cannotCreate, "\(path.printable): is a folder; name a file in it")
        default: try writeThrough(path, bytes)
        }
    }

    /// Creates a file that is not there yet, not even as a link. It has the rights of `mode` from its first moment on.
    ///
    /// - Throws: ``ToolError`` with status 73. Nothing is left behind.
    static func create(_ path: String, mode: mode_t, _ bytes: [UInt8]) throws(ToolError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        var problem = writeAll(bytes, to: descriptor)
        if problem == 0, fsync(descriptor) != 0 { problem = errno }
        if close(descriptor) != 0, problem == 0 { problem = errno }
        if problem != 0 {
            unlink(path)
            throw unwritable(path, problem)
        }
    }

    private static func replace(_ path: String, _ bytes: [UInt8], mode: mode_t?) throws(ToolError) {
        let target = resolved(path)
        let draft = "\(target).\(getpid()).tmp"
        do throws(ToolError) {
            try create(draft, mode: mode ?? 0o666, bytes)
        } catch {
            throw ToolError(error.status, error.description.replacing(draft.printable, with: path.printable))
        }
        // The mask for new files must not take rights away that the old one had.
        if let mode { chmod(draft, mode) }
        guard rename(draft, target) == 0 else {
            let problem = errno
            unlink(draft)
            throw unwritable(path, problem)
        }
    }

    /// A link keeps pointing where it does; the file it points to is what gets replaced.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func writeThrough(_ path: String, _ bytes: [UInt8]) throws(ToolError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritable(path, errno) }
        defer { close(descriptor) }
        let problem = writeAll(bytes, to: descriptor)
        guard problem == 0 || problem == EPIPE else { throw unwritable(path, problem) }
    }

    static func unwritable(_ path: String, _ problem: Int32) -> ToolError {
        switch problem {
        case EEXIST: ToolError(.cannotCreate, "\(path.printable): is there already and is not replaced")
        case ENOENT: ToolError(.cannotCreate, "\(path.printable): the folder it belongs to does not exist")
        default:
            ToolError(.cannotCreate, "\(path.printable): cannot be written: \(String(cString: strerror(problem)))")
        }
    }
}
