import AirworthyPolicy
import AirworthyServer
import Foundation

/// What is in force for an app, as the files of its folder. Nothing is written before ``write()``.
struct PulledApp {
    let app: String
    let files: [PulledFile]
    private let folder: String

    /// Fetches everything, and compares it with the folder of the app in `base`, which may be missing.
    init(_ app: String, in base: String, from client: APIClient) async throws {
        (self.app, folder) = (app, base == "/" ? "/\(app)" : "\(base)/\(app)")
        let present = try PresentFolder(folder, app: app)
        let known = try await ServerApp(app, from: client)
        var files = [try present.settings(known.json)]
        if known.isSignedByCI {
            if let manifest = try await known.response(from: client) {
                files.append(try present.manifest(manifest.body))
            }
        } else if let policy = try await client.response(
            to: .get("apps", app, "policy"), missing: "nothing-published")
        {
            files.append(try present.policy(policy.body))
        }
        let imported = APIRequest.get("apps", app, "catalog", "imported")
        if let catalog = try await client.response(to: imported, missing: "not-found") {
            files.append(try await present.catalog(catalog.body, client: client))
        }
        self.files = files
    }

    /// Writes the files that are new or differ.
    func write() throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw ToolError.cannotCreate("\(folder.printable): the folder cannot be created")
        }
        for file in files where file.change != .kept { try OutputFile.write(file.bytes, to: file.path) }
    }

    /// Such as `hashtags  app.yaml new, policy.yaml replaced`.
    var line: String {
        let changed = files.filter { $0.change != .kept }.map { "\($0.name) \($0.change.rawValue)" }
        return "\(app)  \(changed.isEmpty ? "no change" : changed.joined(separator: ", "))"
    }

    var jsonValue: JSONValue { ["app": .string(app), "files": .array(files.map(\.jsonValue))] }
}

/// A file that says what is in force.
struct PulledFile {
    enum Change: String {
        case new, replaced
        /// The file says the same already.
        case kept
    }

    let path: String
    let bytes: [UInt8]
    let change: Change

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    var jsonValue: JSONValue { ["file": .string(path), "change": .string(change.rawValue)] }
}

/// The folder of an app as it is before `pull` writes.
private struct PresentFolder {
    private typealias Role = AppFolderReader.Role

    private let path: String
    private let app: String
    private let names: [Role: String]
    /// What the files say, as far as they can be used.
    private let contents: AppFolder?

    init(_ path: String, app: String) throws(ToolError) {
        (self.path, self.app) = (path, app)
        var status = stat()
        guard lstat(path, &status) == 0 else {
            (names, contents) = ([:], nil)
            return
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .cannotCreate("\(path.printable): not a folder; nothing was written. Move it away")
        }
        var names: [Role: String] = [:]
        for entry in try FolderEntry.list(path) {
            guard let role = Role.allCases.first(where: { $0.names.contains(entry.name) }) else { continue }
            guard entry.kind == .file else {
                throw .cannotCreate("\(entry.path.printable): not a file of the folder itself; nothing was written")
            }
            if let other = names[role] {
                throw .badData("\(entry.path.printable): \(other) is here, too; nothing was written. Keep one of them")
            }
            names[role] = entry.name
        }
        var reader = try AppFolderReader(app: app, folder: path)
        (self.names, contents) = (names, reader.read())
    }

    func settings(_ known: JSONValue) throws -> PulledFile {
        var members: JSONObject = ["schema": 1]
        for key in AppInput.changeable + ["signing", "audience", "lineage"] {
            guard let value = known[key] else { continue }
            members[key] = AppSettingsFile.comparable(value, key: key)
        }
        let isSame = (try? contents?.settings?.changes(to: known).isEmpty) ?? false
        return try file(.app, value: .object(members), isSame: isSame)
    }

    func policy(_ text: [UInt8]) throws -> PulledFile {
        guard names[.manifest] == nil else {
            throw ToolError.badData("\(path.printable)/manifest.json: the server signs this app; delete the file")
        }
        let value = try JSONReader.value(text, of: "policy", app: app)
        var isSame = false
        if case .policy(let source) = contents?.publication { isSame = source.says(text) }
        return try file(.policy, value: value, isSame: isSame)
    }

    func manifest(_ envelope: [UInt8]) throws -> PulledFile {
        if let name = names[.policy] {
            throw ToolError.badData("\(path.printable)/\(name): CI signs this app; delete the file")
        }
        var isSame = false
        if case .signed(let signed, _) = contents?.publication { isSame = signed.file.bytes == envelope }
        return file(.manifest, bytes: envelope, isSame: isSame)
    }

    func catalog(_ text: [UInt8], client: APIClient) async throws -> PulledFile {
        var isSame = false
        if let catalog = contents?.catalog {
            let preflight = APIRequest.post("apps", app, "catalog", "preflight").sending(catalog.text)
            // An import that the server would refuse says something else.
            isSame = (try? await client.send(preflight).json["changesNothing"]) == true
        }
        return try file(.catalog, value: try JSONReader.value(text, of: "catalog", app: app), isSame: isSame)
    }

    /// A file as YAML, or as JSON if it is there as JSON.
    private func file(_ role: Role, value: JSONValue, isSame: Bool) throws -> PulledFile {
        let isJSON = names[role]?.hasSuffix(".json") ?? false
        let text = isJSON ? value.jsonText(pretty: true) + "\n" : try YAMLText.text(of: value)
        return file(role, bytes: Array(text.utf8), isSame: isSame)
    }

    private func file(_ role: Role, bytes: [UInt8], isSame: Bool) -> PulledFile {
        let name = names[role] ?? role.names[0]
        return PulledFile(
            path: "\(path)/\(name)", bytes: bytes, change: names[role] == nil ? .new : isSame ? .kept : .replaced)
    }
}

extension JSONReader {
    fileprivate static func value(_ text: [UInt8], of what: String, app: String) throws(ToolError) -> JSONValue {
        do {
            return try read(text).jsonValue
        } catch {
            throw ToolError(
                status: .unavailable, description: "\(app): the server's \(what) cannot be read")
        }
    }
}
