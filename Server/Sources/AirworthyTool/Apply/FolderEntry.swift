import Foundation

/// A name in a folder that `apply` reads, with its kind. Symbolic links are not followed.
struct FolderEntry {
    enum Kind { case file, folder, link, other }

    let name: String
    /// The path as the user wrote the folder, for messages and for reading.
    let path: String
    let kind: Kind

    /// The name without its extension, such as `policy`.
    var stem: String { name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }
    /// The extension in lower case, such as `yaml`.
    var type: String { name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? "" }

    /// Whether the entry is for people or other tools: a readme, or a name with a dot before it.
    var isIgnored: Bool {
        name.hasPrefix(".") || (kind == .file && ["readme", "readme.md", "readme.txt"].contains(name.lowercased()))
    }

    /// Lists a folder by name.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read.
    static func list(_ folder: String) throws(ToolError) -> [FolderEntry] {
        let shown = folder.printable
        guard !folder.isEmpty, !folder.utf8.contains(0) else { throw .missingFile("\(shown): no such folder") }
        var status = stat()
        guard stat(folder, &status) == 0 else { throw .missingFile("\(shown): no such folder") }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .missingFile("\(shown): is a file; name the folder with a folder for each app")
        }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw .missingFile("\(shown): the folder cannot be read")
        }
        var base = folder
        while base.count > 1, base.last == "/" { base.removeLast() }
        return names.map { name in
            let path = base == "/" ? "/\(name)" : "\(base)/\(name)"
            return FolderEntry(name: name, path: path, kind: kind(of: path))
        }
    }

    private static func kind(of path: String) -> Kind {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .other }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .other
        }
    }
}
