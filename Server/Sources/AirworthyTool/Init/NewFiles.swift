import Foundation

/// New files, which are written all or not at all, and replace nothing.
struct NewFiles {
    struct File {
        let path: String
        let text: String
        var mode: mode_t = 0o644
        /// The mode of folders that are made for it.
        var folderMode: mode_t = 0o755
    }

    let files: [File]
    /// Why existing files stay, for messages.
    var reason = "existing files are never replaced"
    /// What to do if one exists, for messages.
    let advice: String

    /// Writes the files below a folder, which is created if it is missing.
    func write(in folder: String) throws(ToolError) {
        guard !folder.isEmpty, !folder.utf8.contains(0) else {
            throw .cannotCreate("the name of the folder is empty")
        }
        let all = files.map { file in
            File(
                path: folder == "." ? file.path : "\(folder)/\(file.path)", text: file.text, mode: file.mode,
                folderMode: file.folderMode)
        }
        var status = stat()
        if let file = all.first(where: { lstat($0.path, &status) == 0 }) {
            throw .cannotCreate(
                "\(file.path.printable): already exists; \(reason), so nothing was written; \(advice)")
        }
        var folders: [String] = []
        var written: [String] = []
        do throws(ToolError) {
            for file in all {
                folders += try Self.createFolder(of: file)
                try OutputFile.create(file.path, mode: file.mode, bytes: Array(file.text.utf8))
                written.append(file.path)
            }
        } catch {
            for path in written { unlink(path) }
            for path in folders.reversed() { rmdir(path) }
            throw error
        }
    }

    /// Creates the folders of a file. Returns those it created, outermost first.
    private static func createFolder(of file: File) throws(ToolError) -> [String] {
        var created: [String] = []
        for (index, character) in zip(file.path.indices, file.path)
        where character == "/" && index > file.path.startIndex {
            let part = String(file.path[..<index])
            if mkdir(part, file.folderMode) == 0 {
                created.append(part)
                continue
            }
            let failure = errno
            var status = stat()
            let error: ToolError? =
                stat(part, &status) != 0
                ? OutputFile.unwritable(part, error: failure)
                : status.st_mode & S_IFMT != S_IFDIR ? .cannotCreate("\(part.printable): is a file, not a folder") : nil
            if let error {
                for path in created.reversed() { rmdir(path) }
                throw error
            }
        }
        return created
    }
}
