package import Foundation

/// A store that keeps the state in one file of its own folder.
///
/// It writes a new state beside the old one, forces it to disk, and renames it over the old one. A reader therefore finds
/// either the old state or the new one, even if the process is killed.
package struct FileStateStore: StateStore {
    private let folder: URL
    private var file: URL { folder.appendingPathComponent("state") }
    private var damaged: URL { folder.appendingPathComponent("state-damaged") }

    /// Creates a store.
    /// - Parameters:
    ///   - parent: A folder of the app, which need not exist yet.
    ///   - app: The identifier of the app. The file name has no version, so that an update of the app finds its state.
    package init(in parent: URL, app: String) {
        folder = parent.appendingPathComponent("airworthy", isDirectory: true)
            .appendingPathComponent(Self.name(for: app), isDirectory: true)
    }

    package func load() -> LoadedState {
        removeLeftovers()
        let descriptor = open(file.path, O_RDONLY)
        guard descriptor >= 0 else { return Self.result(ofFailedOpen: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer { try? handle.close() }
        do {
            let data = try handle.read(upToCount: StateFile.maximumSize + 1) ?? Data()
            return .state(try StateFile.decode(Array(data)))
        } catch {
            // The last damaged file is kept for inspection.
            _ = rename(file.path, damaged.path)
            return .damaged((error as? StateFile.Damage)?.description ?? "it cannot be read")
        }
    }

    /// Returns the result of loading a file that could not be opened.
    package static func result(ofFailedOpen error: Int32) -> LoadedState {
        switch error {
        case ENOENT, ENOTDIR: .nothing
        // The error of a protected file.
        case EPERM: .locked
        // Temporary errors: the file is intact and can be read later.
        case EMFILE, ENFILE, EINTR, ENOMEM: .locked
        default: .damaged("it cannot be opened")
        }
    }

    package func save(_ state: StoredState) throws {
        let bytes = StateFile.encode(state)
        guard bytes.count <= StateFile.maximumSize else { throw StateFile.Damage.tooLarge(bytes.count) }
        try makeFolder()
        // An app and its extension may share the folder, so each process uses its own file name.
        let new = folder.appendingPathComponent("\(Self.newPrefix)\(ProcessInfo.processInfo.processIdentifier)")
        do {
            guard FileManager.default.createFile(atPath: new.path, contents: nil, attributes: Self.attributes) else {
                throw CocoaError(.fileWriteUnknown)
            }
            let handle = try FileHandle(forWritingTo: new)
            defer { try? handle.close() }
            try handle.write(contentsOf: Data(bytes))
            try handle.synchronize()
            guard rename(new.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            try? FileManager.default.removeItem(at: new)
            throw error
        }
        // Syncing the folder makes the rename survive a power failure.
        let directory = open(folder.path, O_RDONLY)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    /// Removes the partial files of killed processes, but not those that a running process is writing.
    private func removeLeftovers() {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names ?? [] where name.hasPrefix(Self.newPrefix) {
            if let process = Int32(name.dropFirst(Self.newPrefix.count)), process > 0 {
                let isAlive = kill(process, 0) == 0 || errno == EPERM
                if isAlive { continue }
            }
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    private static let newPrefix = "state-new-"

    private func makeFolder() throws {
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #if !os(Linux)
        // A restored backup must not carry another device's install id.
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var folder = folder
        try? folder.setResourceValues(values)
        #endif
    }

    private static var attributes: [FileAttributeKey: Any] {
        #if os(Linux)
        [.posixPermissions: 0o600]
        #else
        // Extensions may run while the device is locked, once it has been unlocked.
        [.posixPermissions: 0o600, .protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]
        #endif
    }

    /// Returns a safe file name: letters, digits, `-` and `.` stay, other bytes become numbers.
    private static func name(for app: String) -> String {
        let name = app.utf8.prefix(80).map { byte -> String in
            let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || 0x30...0x39 ~= byte
            let isInner = byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            return isPlain || isInner ? String(decoding: [byte], as: UTF8.self) : "_\(byte)"
        }.joined()
        return name.hasPrefix(".") || name.isEmpty ? "_" + name : name
    }
}
