import ControlPlane
import Foundation

/// The check of the data folder's disk.
struct DiskCheck {
    /// The space of a disk in bytes.
    struct Space: Sendable {
        let free: Int
        let total: Int
    }

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
        if !usesPostgres, space.free < DiskReserve.Work.changes.leastFree {
            return [
                .failed(
                    .disk, "\(text), which the server keeps for rolling back and revoking: it publishes nothing",
                    advice: advice
                )
            ]
        }
        if !usesPostgres, space.free < DiskReserve.Work.checkIns.leastFree {
            return [
                .warning(.disk, "\(text), which the server keeps for publishing: no check-in is stored", advice: advice)
            ]
        }
        return [space.free < DiskReserve.noticedFree ? .warning(.disk, text, advice: advice) : .ok(.disk, text)]
    }

    /// Returns the space of a folder's disk that this user may use; `nil` if it is unknown.
    @Sendable static func space(of folder: String) -> Space? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        let block = Int(clamping: status.f_frsize)
        return Space(
            free: Int(clamping: status.f_bavail) * block, total: Int(clamping: status.f_blocks) * block)
    }
}
