import AppStoreSimulator
import Foundation

/// Where a simulator's own private key lies while it runs.
struct SimulatorFolder {
    private let path: String
    /// The `.p8` file.
    let file: String

    /// - Returns: `nil` where the private key is not known.
    /// - Throws: ``ToolError`` with status 73 if it cannot be made.
    init?(for key: AppStoreSimulator.Key, isNew: Bool) throws {
        guard isNew, let pem = key.privateKeyPEM else { return nil }
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("airworthy-simulator-\(UUID().uuidString)").path
        file = "\(path)/AuthKey_\(key.id).p8"
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ToolError(.cannotCreate, "\(path.printable): cannot be made a folder; set TMPDIR to another place")
        }
        do {
            try OutputFile.create(file, mode: 0o600, Array(pem.utf8))
        } catch {
            remove()
            throw error
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
