import AirworthyPolicy
import ControlPlane
import Foundation

/// The folder that `apply` puts on a server: a folder for each app, named after the app.
struct ApplyFolder {
    let apps: [AppFolder]
    /// The mistakes of all files. With one of them nothing is planned.
    let problems: [FindingReport]

    /// Reads a folder completely, or only the chosen apps; none chosen reads all.
    init(_ path: String, only chosen: [String]) throws(ToolError) {
        var (apps, problems): ([AppFolder], [FindingReport]) = ([], [])
        let entries = try FolderEntry.list(path)
        try Self.requireFolderOfFolders(path, entries)
        for entry in entries where !entry.isIgnored {
            if !chosen.isEmpty, !chosen.contains(entry.name) { continue }
            if let mistake = Self.mistake(in: entry) {
                problems.append(FindingReport(path: entry.path, mistake: mistake))
            } else if entry.kind == .folder {
                var reader = try AppFolderReader(app: entry.name, folder: entry.path)
                apps.append(reader.read())
                problems += reader.problems
            }
        }
        let found = Set(apps.map(\.app))
        if problems.isEmpty, let missing = chosen.first(where: { !found.contains($0) }) {
            throw .missingFile("\(path.printable): has no folder for the app \"\(missing.printable)\"")
        }
        guard !apps.isEmpty || !problems.isEmpty else {
            throw .missingFile(
                "\(path.printable): nothing to apply; write a policy to \(path.printable)/APP/policy.yaml")
        }
        (self.apps, self.problems) = (apps, problems)
    }

    /// Throws an error that names the right folder, if the given one is that of an app, or the one that `init` wrote into.
    static func requireFolderOfFolders(_ path: String, _ entries: [FolderEntry]) throws(ToolError) {
        let roles = Set(AppFolderReader.Role.allCases.map(\.rawValue))
        if entries.contains(where: { $0.kind == .file && $0.stem == "policy" || $0.name == "app.yaml" }),
            entries.allSatisfy({ $0.isIgnored || $0.kind == .file && (roles.contains($0.stem) || $0.type == "pub") })
        {
            throw .badData("\(path.printable): is the folder of one app; name the folder above it")
        }
        let inner = entries.first { $0.kind == .folder && $0.name == "airworthy" }
        // An app may be named "keys" too.
        if let inner, let keys = entries.first(where: { $0.kind == .folder && $0.name == "keys" }),
            try FolderEntry.list(keys.path).contains(where: { $0.type == "key" })
        {
            throw .badData("\(path.printable): has keys; the folder to apply is `\(inner.path.printable)`")
        }
    }

    /// Returns the mistake of an entry beside the folders of the apps; `nil` if it is fine.
    private static func mistake(in entry: FolderEntry) -> String? {
        switch entry.kind {
        case .link: return AppFolderReader.linkMistake
        case .other: return "Neither a file nor a folder; delete it."
        case .folder:
            guard !AppSlug.isValid(entry.name) else { return nil }
            return "A folder is named after its app, but this is no app name; write \(AppSlug.rule)."
        case .file where entry.type == "pub": return nil
        case .file where entry.type == "key": return AppFolderReader.secretMistake
        case .file where AppFolderReader.Role.allCases.contains { $0.rawValue == entry.stem }:
            return "It belongs in a folder named after its app, such as \"my-app/\(entry.name)\"."
        case .file: return "Unknown file; only folders of apps, public keys (.pub) and a README belong here."
        }
    }
}

/// The files of one app in the folder.
struct AppFolder {
    let app: String
    let settings: AppSettingsFile?
    let catalog: CatalogFile?
    let publication: PublishInput?
}

struct CatalogFile {
    let name: String
    let catalog: Catalog
    let text: [UInt8]
    /// The file that findings of the server refer to.
    let sourceDocument: SourceDocument
}

extension FindingReport {
    /// Creates the report of a file that is wrong as a whole.
    init(path: String, mistake: String) {
        let finding = Finding(code: "wrong-file", severity: .error, path: "", position: nil, message: mistake)
        self.init(file: path.printable, findings: [finding])
    }
}

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
