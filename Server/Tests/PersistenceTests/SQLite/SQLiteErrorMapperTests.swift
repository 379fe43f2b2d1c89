import ControlPlane
import Testing

@testable import PersistenceSQLite

@Suite struct SQLiteErrorMapperTests {
    @Test(
        arguments: [
            (13, .full), (5, .locked), (517, .locked), (6, .locked), (262, .locked),
            (10, .unavailable("the disk failed at \"a.sqlite\" (SQLite 10); check the system's log")),
            (778, .unavailable("the disk failed at \"a.sqlite\" (SQLite 778); check the system's log")),
            (
                14,
                .unavailable(
                    "\"a.sqlite\" cannot be opened; check that its folder exists and that this user may write to it")
            ),
            (
                8,
                .unavailable("\"a.sqlite\" cannot be written; check that this user may write to it and to its folder")
            ),
            (26, .unavailable("\"a.sqlite\" is not a SQLite database; put the right file there or restore a backup")),
            (11, .unavailable("\"a.sqlite\" is damaged; stop the server and restore a backup")),
            (21, .unavailable("\"a.sqlite\" is closed")), (1555, .unavailable("\"a.sqlite\": words (SQLite 1555)")),
        ] as [(Int32, StoreError)])
    func `SQLite's errors become store errors with a remedy`(code: Int32, expected: StoreError) {
        let mapper = SQLiteErrorMapper(path: "/somewhere/secret/a.sqlite", isFull: { _ in false })
        #expect(mapper.storeError(code: code, message: "words") == expected)
    }

    @Test(arguments: [10, 778, 4874] as [Int32])
    func `an I/O error of a full disk means that it is full`(_ code: Int32) {
        let mapper = SQLiteErrorMapper(path: "/somewhere/a.sqlite", isFull: { $0 == "/somewhere" })
        #expect(mapper.storeError(code: code, message: nil) == .full)
    }

    @Test(arguments: [
        ("/a/b/c.sqlite", "/a/b", "c.sqlite"), ("c.sqlite", ".", "c.sqlite"), ("/c", "/", "c"), ("", ".", ""),
    ])
    func `a path has a folder and a name`(path: String, folder: String, name: String) {
        #expect(PrivateFile.folder(of: path) == folder)
        #expect(PrivateFile.name(of: path) == name)
    }
}
