import ControlPlane
import Foundation
import Testing

@testable import PersistenceSQLite

@Suite(.timeLimit(.minutes(5))) struct BackupFolderTests {
    private static let date = Date(timeIntervalSince1970: 1_795_212_000.75)

    private func write(_ text: String, _ name: String, in folder: BackupFolder) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }

    @Test func `a name has the time in UTC without a fraction`() {
        #expect(BackupFolder("/a").file(at: Self.date) == "/a/airworthy-20261120T220000Z.backup")
    }

    @Test func `pruning deletes the oldest backups and no other file`() async throws {
        try await withScratchFolder { scratch in
            let folder = BackupFolder(scratch.path + "/backups")
            try folder.create()
            #expect(try rights(of: folder.path) == 0o700)
            for hour in 0..<5 {
                let path = folder.file(at: Self.date.addingTimeInterval(Double(hour) * 3_600))
                try write("data", String(path.split(separator: "/").last ?? ""), in: folder)
            }
            let others = [
                "airworthy-2026-11-21.backup", "airworthy-20261120T220000Z.backup.old", "a-20200101T000000Z.backup",
                "airworthy-20269920T220000Z.backup", "airworthy.sqlite", "airworthy-20200101T000000Z.backup ",
            ]
            for name in others { try write("mine", name, in: folder) }
            #expect(folder.files.map(\.size) == [4, 4, 4, 4, 4])
            #expect(
                folder.prune(keeping: 2) == [
                    "airworthy-20261120T220000Z.backup", "airworthy-20261120T230000Z.backup",
                    "airworthy-20261121T000000Z.backup",
                ])
            #expect(folder.files.count == 2)
            #expect(folder.prune(keeping: 2).isEmpty && folder.prune(keeping: 0).count == 1)
            let left = try DataDirectory(folder.path).files
            #expect(left == (others + ["airworthy-20261121T020000Z.backup"]).sorted())
        }
    }

    @Test func `what an interrupted backup left is deleted, and counts as no backup`() async throws {
        try await withScratchFolder { scratch in
            let folder = BackupFolder(scratch.path)
            try write("", "airworthy-20261120T220000Z.backup", in: folder)
            try write("half", "airworthy-20261120T220000Z.backup.part", in: folder)
            try write("whole", "airworthy-20261120T210000Z.backup", in: folder)
            try write("", "notes.part", in: folder)
            #expect(folder.files.map(\.name) == ["airworthy-20261120T210000Z.backup"])
            folder.removeRemains()
            #expect(try scratch.files == ["airworthy-20261120T210000Z.backup", "notes.part"])
        }
    }

    @Test func `a folder that is missing has no backups`() {
        #expect(BackupFolder("/no/such/folder").files.isEmpty)
        #expect(throws: StoreError.self) { try BackupFolder("/no/such/folder").create() }
    }
}
