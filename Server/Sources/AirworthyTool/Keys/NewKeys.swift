import AirworthyAuthoring
import AirworthyTrust
import Foundation

/// New keys, which are written all or not at all.
struct NewKeys {
    typealias Entry = (name: String, key: PrivateKey)

    static let online = "online"
    static let names = ["root-primary", "root-backup", online]

    let entries: [Entry]

    /// The `.key` and `.pub` files in a folder, which is made accessible to this user only.
    func files(in folder: String) -> [NewFiles.File] {
        entries.flatMap { entry in
            [
                NewFiles.File(
                    path: "\(folder)/\(entry.name).key", text: entry.key.pem, mode: 0o600, folderMode: 0o700),
                NewFiles.File(path: "\(folder)/\(entry.name).pub", text: entry.key.publicKey.pem, folderMode: 0o700),
            ]
        }
    }

    /// Writes the files. The folder is created if it is missing.
    func write(to folder: String) throws(ToolError) {
        guard !folder.isEmpty, !folder.utf8.contains(0) else {
            throw .cannotCreate("--out: the name of the folder is empty")
        }
        try NewFiles(files: files(in: folder), reason: "keys are never replaced", advice: "name another folder").write(
            in: ".")
    }
}
