import ControlPlane

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Why a file operation failed: the name of the file, and the system's word for it.
struct FileProblem: Error, CustomStringConvertible {
    let file: String
    let code: Int32

    init(_ path: String, _ code: Int32 = errno) {
        self.file = PrivateFile.name(of: path)
        self.code = code
    }

    var isFull: Bool { code == ENOSPC || code == EDQUOT }

    var description: String {
        let reason = unsafe String(cString: strerror(code))
        return "\"\(file)\": \(reason)"
    }

    /// The same for those who only know stores.
    var storeError: StoreError {
        isFull ? .full : .unavailable("\(self); see that the folder exists and that this user may write to it")
    }
}

/// Files that nobody else may read.
enum PrivateFile {
    /// The last part of a path: all that messages say of where something is.
    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The folder a path is in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Creates an empty file with mode 0600, which SQLite's companions take over.
    /// - Returns: `false` if there is something by that name.
    static func create(_ path: String) throws(FileProblem) -> Bool {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw FileProblem(path)
        }
        close(descriptor)
        return true
    }

    /// Creates an empty file with mode 0600 under a name that is free.
    static func createNew(_ path: String) throws(FileProblem) {
        guard try create(path) else { throw FileProblem(path, EEXIST) }
    }

    /// Makes sure that a file's bytes, or a folder's names, are on the disk.
    static func sync(_ path: String) throws(FileProblem) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileProblem(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileProblem(path) }
    }

    /// Gives a file another name, in place of what had it, all at once and for good.
    static func move(_ path: String, to other: String) throws(FileProblem) {
        guard unsafe rename(path, other) == 0 else { throw FileProblem(other) }
        try sync(folder(of: other))
    }

    /// Copies a file to a name that is free, with mode 0600.
    static func copy(_ path: String, to other: String) throws(FileProblem) {
        try createNew(other)
        let problem = copyBytes(path, other)
        if let problem {
            remove(other)
            throw problem
        }
    }

    private static func copyBytes(_ path: String, _ other: String) -> FileProblem? {
        let source = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { return FileProblem(path) }
        defer { close(source) }
        let target = unsafe open(other, O_WRONLY | O_CLOEXEC)
        guard target >= 0 else { return FileProblem(other) }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(source, &buffer, buffer.count)
            guard count >= 0 else { return FileProblem(path) }
            if count == 0 { return fsync(target) == 0 ? nil : FileProblem(other) }
            var written = 0
            while written < count {
                let more = unsafe buffer.withUnsafeBytes { bytes in
                    unsafe write(target, bytes.baseAddress.map { unsafe $0 + written }, count - written)
                }
                guard more > 0 else { return FileProblem(other) }
                written += more
            }
        }
    }

    /// Removes a file, if it is there.
    static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// A name of the form `base`, `base-2`, `base-3`, … with `suffix`, the first that is free.
    static func free(_ base: String, _ suffix: String) -> String {
        var path = base + suffix
        var count = 1
        while exists(path) {
            count += 1
            path = "\(base)-\(count)\(suffix)"
        }
        return path
    }

    /// Whether the disk of a folder has as good as no room left.
    static func isFull(_ folder: String) -> Bool {
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 1 << 16
    }
}
