import AirworthyTrust

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A set of new keys, written all or not at all.
struct NewKeys {
    typealias Entry = (name: String, key: PrivateKey)

    static let names = ["root-primary", "root-backup", "online"]

    private let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }

    /// Writes `.key` and `.pub` files, making the folder if need be.
    /// - Throws: ``ToolError`` with status 73. Then nothing was written.
    func write(to folder: String) throws(ToolError) {
        guard !folder.isEmpty, !folder.utf8.contains(0) else {
            throw ToolError(.cannotCreate, "--out: a folder needs a name")
        }
        let files = entries.flatMap { entry in
            [
                (path: "\(folder)/\(entry.name).key", mode: mode_t(0o600), text: entry.key.pem),
                (path: "\(folder)/\(entry.name).pub", mode: mode_t(0o644), text: entry.key.publicKey.pem),
            ]
        }
        var status = stat()
        if let file = files.first(where: { lstat($0.path, &status) == 0 }) {
            throw ToolError(
                .cannotCreate,
                "\(file.path.printable): is there already; no key is ever replaced, so nothing was written. Name another "
                    + "folder")
        }
        let made = try Self.makeFolder(folder)
        var written: [String] = []
        do throws(ToolError) {
            for file in files {
                try OutputFile.create(file.path, mode: file.mode, Array(file.text.utf8))
                written.append(file.path)
            }
        } catch {
            for path in written { unlink(path) }
            for path in made.reversed() { rmdir(path) }
            throw error
        }
    }

    /// Makes the folder and those above it; for nobody else to look into.
    /// - Returns: Those that were made, outermost first.
    private static func makeFolder(_ path: String) throws(ToolError) -> [String] {
        var made: [String] = []
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            if mkdir(part, 0o700) == 0 {
                made.append(part)
                continue
            }
            let problem = errno
            var status = stat()
            guard stat(part, &status) == 0 else { throw OutputFile.unwritable(part, problem) }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw ToolError(.cannotCreate, "\(part.printable): is a file, not a folder")
            }
        }
        return made
    }
}
