import AirworthyAuthoring
import AirworthyPolicy
@_spi(Tools) import AirworthyPolicy
import ControlPlane

/// Reads the folder of one app, and collects the mistakes of all its files.
struct AppFolderReader {
    /// The purpose of a file, by its name without the extension.
    enum Role: String, CaseIterable {
        case app, policy, catalog, manifest

        /// The names of files for this purpose, the usual one first.
        var names: [String] {
            self == .manifest ? ["manifest.json"] : ["yaml", "yml", "json"].map { "\(rawValue).\($0)" }
        }
    }

    static let linkMistake = "A symbolic link; only files of the folder itself are read. Copy the file."
    static let secretMistake =
        "A secret key does not belong into a repository. Delete it everywhere, and replace the key."
    private static let usualNames = Role.allCases.compactMap(\.names.first)

    private let app: String
    private let folder: String
    private let entries: [FolderEntry]
    private(set) var problems: [FindingReport] = []

    init(app: String, folder: String) throws(ToolError) {
        (self.app, self.folder) = (app, folder)
        entries = try FolderEntry.list(folder).filter { !$0.isIgnored }
    }

    /// Reads all files. What cannot be used is `nil` and has a problem.
    mutating func read() -> AppFolder {
        var files: [Role: FolderEntry] = [:]
        for entry in entries {
            guard let role = role(of: entry) else { continue }
            if let other = files[role] {
                report(entry, "\(other.name) is here, too; keep one of them.")
            } else {
                files[role] = entry
            }
        }
        if let policy = files[.policy], files[.manifest] != nil {
            report(policy, "manifest.json is here, too. Keep the manifest if CI signs the app, else the policy.")
        }
        if files.isEmpty, problems.isEmpty {
            problems.append(
                FindingReport(
                    path: folder,
                    mistake: "The folder is empty; write policy.yaml, app.yaml or catalog.yaml, or delete it."))
        }
        return AppFolder(
            app: app, settings: files[.app].flatMap { settings($0) }, catalog: files[.catalog].flatMap { catalog($0) },
            publication: (files[.policy] ?? files[.manifest]).flatMap { publication($0) })
    }

    /// Returns the purpose of an entry; `nil` for public keys and mistakes.
    private mutating func role(of entry: FolderEntry) -> Role? {
        switch entry.kind {
        case .link: report(entry, Self.linkMistake)
        case .folder: report(entry, "A folder in the folder of an app; folders of apps stand side by side.")
        case .other: report(entry, "Not a file; delete it.")
        case .file:
            if let role = Role.allCases.first(where: { $0.names.contains(entry.name) }) { return role }
            if entry.type == "pub" { return nil }
            guard entry.type != "key" else {
                report(entry, Self.secretMistake)
                return nil
            }
            let help =
                Spelling.nearest(to: entry.name, among: Role.allCases.flatMap(\.names)).map {
                    "did you mean \"\($0)\"?"
                }
                ?? "expected one of: \(Self.usualNames.joined(separator: ", ")), a public key (.pub) or a README."
            report(entry, "Unknown file; \(help)")
        }
        return nil
    }

    private mutating func report(_ entry: FolderEntry, _ mistake: String) {
        problems.append(FindingReport(path: entry.path, mistake: mistake))
    }

    // MARK: Files

    private mutating func settings(_ entry: FolderEntry) -> AppSettingsFile? {
        guard let (file, document) = open(entry) else { return nil }
        let (settings, findings) = AppSettingsFile.read(document, name: file.name, keys: PublicKeyFolder(folder))
        return accept(settings, findings: findings, of: file)
    }

    private mutating func catalog(_ entry: FolderEntry) -> CatalogFile? {
        guard let (file, document) = open(entry) else { return nil }
        let kind = DocumentKind(of: document)
        guard kind == .catalog || kind == .unknown else {
            report(entry, "Not a catalog; write the releases that `airworthy catalog import` takes.")
            return nil
        }
        let (catalog, findings) = CatalogReader.read(document)
        guard let catalog = accept(catalog, findings: findings, of: file) else { return nil }
        if let problem = catalog.wrongApp(for: app) {
            report(entry, "The \(problem).".printable)
            return nil
        }
        let text = file.isJSON ? file.textBytes : catalog.jsonValue.jsonBytes(pretty: true) + [UInt8(ascii: "\n")]
        return CatalogFile(
            name: file.name, catalog: catalog, text: text,
            sourceDocument: SourceDocument(name: file.name, document: document, isSentAsWritten: file.isJSON))
    }

    private mutating func publication(_ entry: FolderEntry) -> PublishInput? {
        guard let (file, document) = open(entry) else { return nil }
        let isManifest = DocumentKind(of: document) == .envelope
        guard isManifest == (entry.stem == Role.manifest.rawValue) else {
            report(
                entry,
                isManifest
                    ? "A signed manifest, not a policy; name it manifest.json."
                    : "Not a signed manifest; write the output of `airworthy sign`, or name a policy policy.yaml.")
            return nil
        }
        // The reader's own findings, before the input would print them.
        let findings: [Finding] =
            switch DocumentKind(of: document) {
            case .policy, .unknown: PolicyReader.read(document).findings
            case .configJSON: ConfigJSON.read(document).findings
            default: []
            }
        guard accept(true, findings: findings.filter { $0.severity == .error }, of: file) != nil else { return nil }
        do throws(ToolError) {
            return try PublishInput(file, document: document, for: app)
        } catch {
            report(error, of: file)
            return nil
        }
    }

    private mutating func open(_ entry: FolderEntry) -> (InputFile, DocumentNode)? {
        let file: InputFile
        do throws(ToolError) {
            file = try InputFile(entry.path)
        } catch {
            report(error, of: InputFile(name: entry.path.printable, bytes: []))
            return nil
        }
        do throws(DocumentError) {
            return (file, try file.document())
        } catch {
            problems.append(FindingReport(file: file.name, findings: [error.finding]))
            return nil
        }
    }

    private mutating func accept<Value>(_ value: Value?, findings: [Finding], of file: InputFile) -> Value? {
        guard let value, !findings.contains(where: { $0.severity == .error }) else {
            problems.append(FindingReport(file: file.name, findings: findings))
            return nil
        }
        return value
    }

    private mutating func report(_ error: ToolError, of file: InputFile) {
        let text = error.description
        let mistake = text.hasPrefix("\(file.name): ") ? String(text.dropFirst(file.name.count + 2)) : text
        problems.append(FindingReport(path: file.name, mistake: mistake))
    }
}
