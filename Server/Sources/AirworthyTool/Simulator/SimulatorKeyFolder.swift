import AppStoreSimulator
import Foundation

/// The temporary folder with the private key that a running simulator created.
struct SimulatorKeyFolder {
    private let path: String
    /// The `.p8` file.
    let file: String

    /// - Returns: `nil` if the key has no private part.
    /// - Throws: ``ToolError`` with status 73 if the folder cannot be created.
    init?(for key: AppStoreSimulator.Key) throws {
        guard let pem = key.privateKeyPEM else { return nil }
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("airworthy-simulator-\(UUID().uuidString)").path
        file = "\(path)/AuthKey_\(key.id).p8"
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ToolError.cannotCreate("\(path.printable): the folder cannot be created; set TMPDIR to another one")
        }
        do {
            try OutputFile.create(file, mode: 0o600, bytes: Array(pem.utf8))
        } catch {
            remove()
            throw error
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
