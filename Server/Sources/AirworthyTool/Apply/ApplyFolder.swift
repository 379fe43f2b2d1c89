import AirworthyPolicy
import ControlPlane

/// The folder that `apply` puts on a server: a folder for each app, named after the app.
struct ApplyFolder {
    let apps: [AppFolder]
    /// The mistakes of all files. With one of them nothing is planned.
    let problems: [FindingReport]

    /// Reads a folder completely, or only the chosen apps; none chosen reads all.
    /// - Throws: ``ToolError`` with status 66 if the folder or a chosen app is missing, or there is no app.
    init(_ path: String, only chosen: [String]) throws(ToolError) {
        var (apps, problems): ([AppFolder], [FindingReport]) = ([], [])
        for entry in try FolderEntry.list(path) where !entry.isIgnored {
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

/// A catalog to import.
struct CatalogFile {
    let name: String
    let catalog: Catalog
    /// The text to send.
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
