import Foundation

/// A folder that only this user can access: one of the user, or a temporary one.
struct PrivateFolder {
    let path: String
    let isTemporary: Bool

    /// Uses or creates a folder; `nil` creates a temporary one whose name begins with `name`. The advice is for a
    /// folder that cannot be created.
    /// - Throws: ``ToolError`` with status 73 if the folder cannot be created.
    init(path: String?, name: String, advice: String) throws(ToolError) {
        isTemporary = path == nil
        self.path =
            path ?? FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)").path
        do {
            try FileManager.default.createDirectory(
                atPath: self.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotCreate("\(self.path.printable): the folder cannot be created; \(advice)")
        }
    }

    func removeIfTemporary() {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }
}
