import Airworthy
import Foundation
import Testing

@Suite final class FileStateStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private var store: FileStateStore { FileStateStore(in: folder, app: "com.example.tour") }
    private var file: URL { folder.appendingPathComponent("airworthy/com.example.tour/state") }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).sorted()
        }
    }

    @Test func `a first launch finds nothing and creates no folder`() {
        #expect(store.load() == .nothing)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `save replaces the state and leaves no other files`() throws {
        try store.save(StateFileTests.full)
        try store.save(StoredState(installID: "second"))
        #expect(store.load() == .state(StoredState(installID: "second")))
        #expect(try names == ["state"])
    }

    @Test func `each app has its own state`() throws {
        try store.save(StateFileTests.full)
        #expect(FileStateStore(in: folder, app: "com.example.other").load() == .nothing)
    }

    @Test(arguments: ["../../etc", "/", ".", "..", "", "a/b", "ü", String(repeating: "x", count: 500)])
    func `an app identifier never escapes the folder`(_ app: String) throws {
        let store = FileStateStore(in: folder.appendingPathComponent("in"), app: app)
        try store.save(StateFileTests.full)
        #expect(store.load() == .state(StateFileTests.full))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["in"])
    }

    @Test func `a damaged file is moved aside and the next state is stored`() throws {
        try store.save(StateFileTests.full)
        try Data("airworthy-state 1 nonsense".utf8).write(to: file)
        guard case .damaged = store.load() else {
            Issue.record("the damage went unnoticed")
            return
        }
        #expect(store.load() == .nothing)
        try store.save(StateFileTests.full)
        #expect(store.load() == .state(StateFileTests.full))
        #expect(try names == ["state", "state-damaged"])
    }

    @Test func `a file above the size limit is damaged`() throws {
        try store.save(StateFileTests.full)
        try Data(count: StateFile.maximumSize + 10).write(to: file)
        #expect(store.load() == .damaged("it has \(StateFile.maximumSize + 1) bytes"))
    }

    @Test func `the state file is readable by its owner only`() throws {
        try store.save(StateFileTests.full)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `partial files of killed processes are removed, those of running ones stay`() throws {
        try store.save(StateFileTests.full)
        let parent = file.deletingLastPathComponent()
        // No process has the first id; process 1 always runs.
        for name in ["state-new-\(Int32.max)", "state-new-nobody", "state-new-1"] {
            try Data("half".utf8).write(to: parent.appendingPathComponent(name))
        }
        #expect(store.load() == .state(StateFileTests.full))
        #expect(try names == ["state", "state-new-1"])
    }

    @Test(
        arguments: [
            (ENOENT, .nothing), (ENOTDIR, .nothing), (EPERM, .locked), (EMFILE, .locked), (EINTR, .locked),
            (EACCES, .damaged("it cannot be opened")),
        ] as [(Int32, LoadedState)])
    func `each error of opening the file has its result`(
        _ error: Int32, _ expected: LoadedState
    ) {
        #expect(FileStateStore.result(ofFailedOpen: error) == expected)
    }

    @Test func `saving into an unwritable folder throws`() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appendingPathComponent("airworthy"))
        #expect(throws: (any Error).self) { try store.save(StateFileTests.full) }
        #expect(store.load() == .nothing)
    }
}
