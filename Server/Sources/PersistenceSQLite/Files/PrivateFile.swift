import ControlPlane
import Foundation

/// A failed file operation: the name of the file and the system's error.
struct FileError: Error, CustomStringConvertible {
    let file: String
    let code: Int32

    init(_ path: String, code: Int32 = errno) {
        self.file = PrivateFile.name(of: path)
        self.code = code
    }

    var isFull: Bool { code == ENOSPC || code == EDQUOT }

    var description: String {
        let reason = unsafe String(cString: strerror(code))
        return "\"\(file)\": \(reason)"
    }

    /// The same error for callers of stores.
    var storeError: StoreError {
        isFull ? .full : .unavailable("\(self); check that the folder exists and that this user may write to it")
    }
}

/// Operations on files that only this user may read.
enum PrivateFile {
    /// The last component of a path. Messages never contain more of it.
    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Creates an empty file with mode 0600, which SQLite copies to its log. Returns `false` if the path exists.
    static func create(_ path: String) throws(FileError) -> Bool {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw FileError(path)
        }
        close(descriptor)
        return true
    }

    /// Creates an empty file with mode 0600 at a path that must not exist.
    static func createNew(_ path: String) throws(FileError) {
        guard try create(path) else { throw FileError(path, code: EEXIST) }
    }

    /// Waits until a file's bytes, or a folder's names, are on the disk.
    static func sync(_ path: String) throws(FileError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(path) }
    }

    /// Renames a file atomically and durably, replacing a file of that name.
    static func move(_ path: String, to other: String) throws(FileError) {
        guard unsafe rename(path, other) == 0 else { throw FileError(other) }
        try sync(folder(of: other))
    }

    /// Copies a file with mode 0600 to a path that must not exist.
    static func copy(_ path: String, to other: String) throws(FileError) {
        try createNew(other)
        if let error = copyBytes(of: path, to: other) {
            remove(other)
            throw error
        }
    }

    private static func copyBytes(of path: String, to other: String) -> FileError? {
        let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { return FileError(path) }
        defer { close(source) }
        let target = unsafe open(other, O_WRONLY | O_CLOEXEC)
        guard target >= 0 else { return FileError(other) }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(source, &buffer, buffer.count)
            guard count >= 0 else { return FileError(path) }
            if count == 0 { return fsync(target) == 0 ? nil : FileError(other) }
            var written = 0
            while written < count {
                let more = unsafe buffer.withUnsafeBytes { bytes in
                    unsafe write(target, bytes.baseAddress.map { unsafe $0 + written }, count - written)
                }
                guard more > 0 else { return FileError(other) }
                written += more
            }
        }
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// Returns the first path of `base`, `base-2`, `base-3`, … with `suffix` that does not exist.
    static func free(_ base: String, suffix: String) -> String {
        var path = base + suffix
        var count = 1
        while exists(path) {
            count += 1
            path = "\(base)-\(count)\(suffix)"
        }
        return path
    }

    /// Whether the disk of a folder has less than 64 KiB left.
    static func isFull(_ folder: String) -> Bool {
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 1 << 16
    }
}
