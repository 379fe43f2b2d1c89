import Foundation
import PersistenceSQLite

extension DataDirectory {
    /// Overwrites all but the first pages of the database.
    func damage() throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: database))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 8_192)
        try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size) - 8_192))
        try file.close()
    }
}
