import Foundation

/// The check of the data folder's disk.
struct DiskCheck {
    /// The space of a disk in bytes.
    struct Space: Sendable {
        let free: Int
        let total: Int
    }

    /// With less free space the server cannot work for long: a publish needs up to 2 MiB.
    private static let least = 16 << 20
    private static let scarce = 512 << 20

    let directory: String
    /// Whether the database is PostgreSQL, so that the folder keeps only the first admin token.
    let usesPostgres: Bool
    let space: @Sendable (String) -> Space?

    func run() -> [CheckResult] {
        let name = directory.printable
        var status = stat()
        guard stat(directory, &status) == 0 else {
            let parent = URL(fileURLWithPath: directory).deletingLastPathComponent().path
            guard access(parent, W_OK | X_OK) == 0 else {
                return [
                    .failed(
                        .disk, "\(name): the folder does not exist and this user cannot create it",
                        advice: "create it for this user, or choose another one with --data")
                ]
            }
            return [.ok(.disk, "\(name): the server creates the folder when it starts")] + spaceResults(of: parent)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return [.failed(.disk, "\(name): is not a folder", advice: "choose another one with --data")]
        }
        guard access(directory, W_OK | X_OK) == 0 else {
            return [
                .failed(
                    .disk, "\(name): this user cannot write to the folder",
                    advice: "give it to this user, or choose another one with --data")
            ]
        }
        guard let problem = warningIfOthersMayChange(directory) else { return spaceResults(of: directory) }
        return [.warning(.disk, problem, advice: "run chmod 700 on it")] + spaceResults(of: directory)
    }

    private func spaceResults(of folder: String) -> [CheckResult] {
        guard let space = space(folder) else {
            return [.warning(.disk, "\(folder): the free space is unknown", advice: "check the file system")]
        }
        let text = "\(folder): \((space.free >> 20).grouped) of \((space.total >> 20).grouped) MiB are free"
        let advice = "make room, or move the folder to a larger disk"
        if !usesPostgres, space.free < Self.least { return [.failed(.disk, text, advice: advice)] }
        if !usesPostgres, space.free < Self.reserve {
            return [
                .warning(.disk, "\(text), which the server keeps for publishing: no check-in is stored", advice: advice)
            ]
        }
        return [space.free < Self.scarce ? .warning(.disk, text, advice: advice) : .ok(.disk, text)]
    }

    /// The free space in bytes that a server with SQLite keeps for publishing: it stores no check-ins then.
    private static let reserve = 64 << 20

    /// Whether a folder's disk has room for check-ins. Unknown free space counts as enough.
    @Sendable static func hasRoom(in folder: String) -> Bool { space(of: folder).map { $0.free >= reserve } ?? true }

    /// Returns the space of a folder's disk that this user may use; `nil` if it is unknown.
    @Sendable static func space(of folder: String) -> Space? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        let block = Int(clamping: status.f_frsize)
        return Space(
            free: Int(clamping: status.f_bavail) * block, total: Int(clamping: status.f_blocks) * block)
    }
}
