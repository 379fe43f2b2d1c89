import AirworthyAuthoring
import AirworthyTrust
import Foundation

/// New keys, which are written all or not at all.
struct NewKeys {
    typealias Entry = (name: String, key: PrivateKey)

    static let names = ["root-primary", "root-backup", "online"]

    let entries: [Entry]

    /// Writes `.key` and `.pub` files. The folder is created if it is missing.
    func write(to folder: String) throws(ToolError) {
        guard !folder.isEmpty, !folder.utf8.contains(0) else {
            throw .cannotCreate("--out: the name of the folder is empty")
        }
        let files = entries.flatMap { entry in
            [
                (path: "\(folder)/\(entry.name).key", mode: mode_t(0o600), text: entry.key.pem),
                (path: "\(folder)/\(entry.name).pub", mode: mode_t(0o644), text: entry.key.publicKey.pem),
            ]
        }
        var status = stat()
        if let file = files.first(where: { lstat($0.path, &status) == 0 }) {
            throw .cannotCreate(
                "\(file.path.printable): already exists; keys are never replaced, so nothing was written; name another "
                    + "folder")
        }
        let created = try Self.createFolder(folder)
        var written: [String] = []
        do throws(ToolError) {
            for file in files {
                try OutputFile.create(file.path, mode: file.mode, bytes: Array(file.text.utf8))
                written.append(file.path)
            }
        } catch {
            for path in written { unlink(path) }
            for path in created.reversed() { rmdir(path) }
            throw error
        }
    }

    /// Creates the folder and its parents, accessible by this user only. Returns those it created, outermost first.
    private static func createFolder(_ path: String) throws(ToolError) -> [String] {
        var created: [String] = []
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            if mkdir(part, 0o700) == 0 {
                created.append(part)
                continue
            }
            let failure = errno
            var status = stat()
            guard stat(part, &status) == 0 else { throw OutputFile.unwritable(part, error: failure) }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw .cannotCreate("\(part.printable): is a file, not a folder")
            }
        }
        return created
    }
}
