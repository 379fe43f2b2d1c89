import Foundation

/// Where a demo keeps its data: a folder of the caller's, or one of its own that is removed at the end.
struct DemoFolder {
    let path: String
    let isTemporary: Bool

    /// - Throws: ``ToolError`` with status 73 if it cannot be made.
    init(_ given: String?) throws {
        isTemporary = given == nil
        path =
            given
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("airworthy-demo-\(UUID().uuidString)").path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ToolError(.cannotCreate, "\(path.printable): cannot be made a folder; name another one with --data")
        }
    }

    func removeIfTemporary() {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }
}
