package import Foundation

/// Keeps the state in one file of a folder of its own.
///
/// A new state is written beside the old one, forced to the disk and renamed over it: whoever reads finds the old state or
/// the new one, whatever happens in between.
package struct FileStateStore: StateStore {
    private let folder: URL
    private var file: URL { folder.appendingPathComponent("state") }
    private var damaged: URL { folder.appendingPathComponent("state-damaged") }

    /// - Parameters:
    ///   - parent: A folder of the app, which need not exist yet.
    ///   - app: Which app it is about. Nothing else is part of the name, so an update of the app finds its state.
    package init(in parent: URL, app: String) {
        folder = parent.appendingPathComponent("airworthy", isDirectory: true)
            .appendingPathComponent(Self.name(for: app), isDirectory: true)
    }

    package func load() -> LoadedState {
        removeLeftovers()
        let descriptor = open(file.path, O_RDONLY)
        guard descriptor >= 0 else { return Self.missing(errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        defer { try? handle.close() }
        do {
            let data = try handle.read(upToCount: StateFile.maximumSize + 1) ?? Data()
            return .state(try StateFile.decode(Array(data)))
        } catch {
            // One is kept to look into; the next one replaces it.
            _ = rename(file.path, damaged.path)
            return .damaged((error as? StateFile.Damage)?.description ?? "it cannot be read")
        }
    }

    /// What it means that the file cannot be opened.
    package static func missing(_ error: Int32) -> LoadedState {
        switch error {
        case ENOENT, ENOTDIR: .nothing
        // What the system answers for a protected file.
        case EPERM: .locked
        // It passes, and what is on the disk is as good as before: to be left alone, and read later.
        case EMFILE, ENFILE, EINTR, ENOMEM: .locked
        default: .damaged("it cannot be opened")
        }
    }

    package func save(_ state: StoredState) throws {
        let bytes = StateFile.encode(state)
        guard bytes.count <= StateFile.maximumSize else { throw StateFile.Damage.tooLarge(bytes.count) }
        try makeFolder()
        // A name of its own for each process: an app and its extension may share the folder.
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
        // So that the rename itself survives a loss of power.
        let directory = open(folder.path, O_RDONLY)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    /// Processes that were killed in the middle leave their half behind. A half of one that lives is being written.
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
        // A restored backup must not bring another device's install id along.
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
        // Readable by what runs before the first unlock after that one happened once, e.g. an extension.
        [.posixPermissions: 0o600, .protectionKey: FileProtectionType.completeUntilFirstUserAuthentication]
        #endif
    }

    /// A name for a file: what is harmless stays, everything else is written as its number.
    static func name(for app: String) -> String {
        let name = app.utf8.prefix(80).map { byte -> String in
            let isPlain = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || 0x30...0x39 ~= byte
            let isInner = byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            return isPlain || isInner ? String(decoding: [byte], as: UTF8.self) : "_\(byte)"
        }.joined()
        return name.hasPrefix(".") || name.isEmpty ? "_" + name : name
    }
}
