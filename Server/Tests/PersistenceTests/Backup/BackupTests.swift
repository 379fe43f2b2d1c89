import ControlPlane
import Foundation
import Testing

@testable import Persistence
@testable import PersistenceSQLite

@Suite(.timeLimit(.minutes(5))) struct BackupTests {
    @Test func `a backup during publishes has one consistent state`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { database in
                let store = database.store
                try await store.insert()
                try await store.publish(1)
                async let publishing: Void = { for revision in 2...60 { try await store.publish(revision) } }()
                var moments: [Int] = []
                for number in 1...5 {
                    let path = folder.path + "/backup-\(number).sqlite"
                    let report = try database.backup(to: path)
                    #expect(report.schema == Schema.newest && report.apps == 1)
                    #expect(try rights(of: path) == 0o600)
                    moments.append(try await Self.lastRevision(path))
                }
                try await publishing
                #expect(moments == moments.sorted() && moments.allSatisfy { $0 >= 1 })
                #expect(
                    try folder.files.filter { $0.hasPrefix("backup") }.count == 5, "one file each, nothing beside it")
            }
        }
    }

    @Test func `the command needs neither the lock nor a server`() async throws {
        try await withScratchFolder { folder in
            let path = folder.path + "/backup.sqlite"
            try await folder.withDatabase { database in
                try await database.store.insert()
                try await database.store.publish(1)
                _ = try SQLiteBackup.write(from: folder, to: path)
                #expect(try await Self.lastRevision(path) == 1)
                try FileManager.default.removeItem(atPath: path)
                try await database.store.publish(2)
            }
            _ = try SQLiteBackup.write(from: folder, to: path)
            #expect(try await Self.lastRevision(path) == 2)
            #expect(try SQLiteBackup.verify(path).size == (try Data(contentsOf: URL(fileURLWithPath: path))).count)
        }
    }

    @Test func `a backup includes the write-ahead log`() async throws {
        try await withScratchFolder { folder in
            try await folder.leaveAsKilled()
            let path = folder.path + "/backup.sqlite"
            _ = try SQLiteBackup.write(from: folder, to: path)
            #expect(try await Self.lastRevision(path) == 3)
        }
    }

    @Test func `a backup does not replace an existing file`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { database in
                let path = folder.path + "/taken"
                try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
                #expect(throws: BackupError.exists("taken")) { _ = try database.backup(to: path) }
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
                #expect(throws: BackupError.exists("airworthy.sqlite")) { _ = try database.backup(to: folder.database) }
            }
        }
    }

    @Test(arguments: ["/missing/backup.sqlite", "", "/a\0b"])
    func `a file that cannot be created is reported`(_ name: String) async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { database in
                let before = try folder.files
                let error = #expect(throws: BackupError.self) {
                    _ = try database.backup(to: name.isEmpty ? "" : folder.path + name)
                }
                guard case .unwritable = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(error?.description.contains(folder.path) == false)
                #expect(try folder.files == before)
            }
        }
    }

    @Test func `a backup of an empty folder fails`() async throws {
        try await withScratchFolder { folder in
            let error = #expect(throws: StoreError.self) {
                _ = try SQLiteBackup.write(from: folder, to: folder.path + "/backup.sqlite")
            }
            #expect(error?.description.contains("there is no \"airworthy.sqlite\"") == true)
            let files = try folder.files
            #expect(files == [])
        }
    }

    @Test func `a backup of a damaged database fails`() async throws {
        try await withScratchFolder { folder in
            try await folder.withDatabase { database in
                try await database.store.insert()
                for revision in 1...20 { try await database.store.publish(revision) }
            }
            try folder.damage()
            let error = #expect(throws: (any Error).self) {
                _ = try SQLiteBackup.write(from: folder, to: folder.path + "/backup.sqlite")
            }
            // It depends on the damaged pages whether the database can be opened.
            #expect(error is BackupError || error is StoreError)
            #expect(try folder.files.filter { $0.hasPrefix("backup") } == [])
        }
    }

    @Test func `verifying rejects every unusable file`() async throws {
        try await withScratchFolder { folder in
            let path = folder.path + "/backup.sqlite"
            let cases: [(contents: Data?, word: String)] = [
                (nil, "there is no such file"), (Data(), "it holds no tables"),
                (Data(repeating: 0x61, count: 9_000), "is not a SQLite database"),
            ]
            for (contents, word) in cases {
                if let contents { try contents.write(to: URL(fileURLWithPath: path)) }
                let error = #expect(throws: BackupError.self) { _ = try SQLiteBackup.verify(path) }
                guard case .unusable("backup.sqlite", let why) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(why.contains(word), "\(why)")
            }
        }
    }

    /// Returns the last revision in a backup, which has to be complete.
    private static func lastRevision(_ path: String) async throws -> Int {
        let driver = try SQLiteDriver(path: path)
        let store = SQLStore(driver)
        let last = try await store.read { try $0.head("hashtags")?.revision ?? 0 }
        try await store.expectRevisions(1...last)
        try driver.close()
        return last
    }
}

extension DataDirectory {
    /// Creates a database with revisions 1 to 3 as a killed server leaves it: the last two only in the log.
    func leaveAsKilled() async throws {
        let other = DataDirectory(path + "/killed")
        try await other.withDatabase { database in
            try await database.store.insert()
            try await database.store.publish(1)
        }
        let database = try await SQLiteDatabase.open(ProcessLock(other), at: .sample)
        try await database.store.publish(2)
        try await database.store.publish(3)
        for part in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: other.database + part, toPath: self.database + part)
        }
        try database.close()
        try FileManager.default.removeItem(atPath: other.path)
    }
}
