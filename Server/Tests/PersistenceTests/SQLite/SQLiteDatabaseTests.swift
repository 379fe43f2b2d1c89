import ControlPlane
import Foundation
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite(.timeLimit(.minutes(5))) struct SQLiteDatabaseTests {
    @Test func `every commit is synced to the disk`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { database in
                let found = try await database.driver.write { sql in
                    try ["synchronous", "journal_mode", "foreign_keys", "busy_timeout"].map { name in
                        try sql.row("PRAGMA \(name)")?.value(name == "busy_timeout" ? "timeout" : name)
                    }
                }
                // 2 is FULL: the log is synced with each commit.
                #expect(found == [.integer(2), .text("wal"), .integer(1), .integer(5_000)])
            }
        }
    }

    @Test func `only this user may read the files`() async throws {
        try await withScratchFolder { parent in
            let folder = DataDirectory(parent.path + "/data")
            try await folder.withDatabase { database in
                try await database.store.insert()
                #expect(try rights(of: folder.path) == 0o700)
                for name in try folder.files { #expect(try rights(of: folder.path + "/" + name) == 0o600, "\(name)") }
                #expect(
                    try folder.files == [
                        "airworthy.lock", "airworthy.sqlite", "airworthy.sqlite-shm", "airworthy.sqlite-wal",
                    ])
            }
        }
    }

    @Test func `closing empties the log, and opening finds all data`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { try await $0.store.insert(revision: 3) }
            #expect(try folder.files == ["airworthy.lock", "airworthy.sqlite"])
            try await folder.withDatabase { database in
                let revision = try await database.store.read { try $0.head("hashtags")?.revision }
                #expect(revision == 3)
                #expect(database.upgrade == nil)
            }
        }
    }

    @Test func `a closed database is unavailable`() async throws {
        try await withScratchFolder { folder in
            let database = try await SQLiteDatabase.open(ProcessLock(folder), at: .sample)
            try database.close()
            for attempt in [
                { _ = try await database.store.read { try $0.apps() } }, { try await database.store.insert() },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: StoreError.self) { try await attempt() }
                #expect(error == .unavailable("\"airworthy.sqlite\" is closed"))
            }
        }
    }

    @Test func `one process holds the lock from opening to closing`() async throws {
        try await withScratchFolder { folder in
            let database = try await SQLiteDatabase.open(ProcessLock(folder), at: .sample)
            let error = #expect(throws: StoreError.self) { _ = try ProcessLock(folder) }
            #expect(
                error?.description.contains("another airworthy (process \(getpid())) uses this folder; stop it") == true
            )
            try database.close()
            let lock = try ProcessLock(folder)
            #expect(lock.isHeld)
            lock.release()
            #expect(!lock.isHeld)
            for attempt in [
                { _ = try await SQLiteDatabase.open(lock, at: .sample) },
                { _ = try await SQLiteRestore.run("backup.sqlite", into: lock, at: .sample) },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: StoreError.self) { try await attempt() }
                #expect(error?.description.contains("the lock of the folder was released") == true)
            }
            do { _ = try ProcessLock(folder) }
            _ = try ProcessLock(folder)
        }
    }

    @Test func `an unusable folder is rejected, and the error has only its name`() async throws {
        try await withScratchFolder { folder in
            try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
            for (path, word) in [
                ("/file", "\"file\" is not a folder"), ("/no/such", "\"such\": No such file"), ("/a\0", "no name"),
            ] {
                let error = #expect(throws: StoreError.self) { _ = try ProcessLock(DataDirectory(folder.path + path)) }
                #expect(error?.description.contains(word) == true, "\(String(describing: error))")
                #expect(error?.description.contains(folder.path) == false)
            }
        }
    }

    @Test(arguments: [
        ("text", Data(repeating: 0x61, count: 5_000), "is not a SQLite database"),
        ("a torn header", Data("SQLite format 3\0".utf8) + Data(repeating: 0xFF, count: 5_000), "SQLite"),
    ])
    func `a file of another format is rejected and unchanged`(name: String, bytes: Data, word: String)
        async throws
    {
        try await withScratchFolder { folder in
            try bytes.write(to: URL(fileURLWithPath: folder.database))
            let error = await #expect(throws: StoreError.self) {
                _ = try await SQLiteDatabase.open(ProcessLock(folder), at: .sample)
            }
            #expect(error?.description.contains("\"airworthy.sqlite\"") == true)
            #expect(error?.description.contains(word) == true, "\(String(describing: error))")
            #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == bytes)
            _ = try ProcessLock(folder)
        }
    }

    @Test func `opening a damaged database reports the damage`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { database in
                try await database.store.write { transaction in
                    for number in 1...300 { try transaction.insertAudit(.sample("step.\(number)")) }
                }
            }
            try folder.damage()
            let error = await #expect(throws: StoreError.self) {
                try await folder.withDatabase {
                    _ = try await $0.store.read { try $0.audit(app: nil, before: nil, limit: 500) }
                }
            }
            #expect(error == .unavailable("\"airworthy.sqlite\" is damaged; stop the server and restore a backup"))
        }
    }

    @Test func `a log without its database is kept`() async throws {
        try await withScratchFolder { folder in
            let log = folder.database + "-wal"
            try Data([1]).write(to: URL(fileURLWithPath: log))
            let error = await #expect(throws: StoreError.self) {
                _ = try await SQLiteDatabase.open(ProcessLock(folder), at: .sample)
            }
            #expect(
                error?.description.contains("\"airworthy.sqlite-wal\" is there without \"airworthy.sqlite\"") == true)
            #expect(try folder.files == ["airworthy.lock", "airworthy.sqlite-wal"])
        }
    }

    @Test func `a read-only database is reported`() async throws {
        try await withScratchFolder { folder in
            let database = DataDirectory(folder.path + "/missing").database
            let error = #expect(throws: StoreError.self) { _ = try SQLiteDriver(path: database) }
            #expect(error?.description.contains("\"airworthy.sqlite\"") == true)
            #expect(error?.description.contains("check that the folder exists") == true)
        }
    }

    @Test func `another process may write to the same file at the same time`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { database in
                try await database.store.insert()
                let path = folder.database
                async let other: Void = {
                    await #expect(processExitsWith: .success) { [path = path as String] in
                        let driver = try SQLiteDriver(path: path, options: SQLiteOptions(busyTimeout: .seconds(30)))
                        try await SQLStore(driver).count(to: 100)
                        try driver.close()
                    }
                }()
                try await database.store.count(to: 100)
                await other
                #expect(try await database.store.read { try $0.head("hashtags")?.revision } == 200)
                #expect(try await database.store.read { try $0.audit(app: nil, before: nil, limit: 300).count } == 200)
            }
        }
    }
}

extension Store {
    /// Advances the head of the sample app by a number of steps.
    fileprivate func count(to steps: Int) async throws {
        for _ in 1...steps {
            while true {
                let done = try await write { transaction in
                    let revision = try transaction.head("hashtags")?.revision ?? 0
                    guard try transaction.advanceHead(from: revision, to: Head(app: "hashtags", revision: revision + 1))
                    else { return false }
                    try transaction.insertAudit(.sample("step"))
                    return true
                }
                if done { break }
            }
        }
    }
}
