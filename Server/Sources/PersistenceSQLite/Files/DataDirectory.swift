package import ControlPlane
import Foundation

/// The folder with a server's data.
package struct DataDirectory: Hashable, Sendable {
    package let path: String

    /// Creates a value for a path, without looking at the file system.
    package init(_ path: String) { self.path = path }

    package var database: String { path + "/airworthy.sqlite" }
    /// The path of the lock file; see ``ProcessLock``.
    package var lock: String { path + "/airworthy.lock" }

    /// Creates the folder with mode 0700 if it is missing; its parent has to exist.
    package func create() throws(StoreError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unavailable("the data folder has no name") }
        guard unsafe mkdir(path, 0o700) != 0 else { return }
        let error = FileError(path)
        guard error.code == EEXIST else { throw error.storeError }
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .unavailable("\"\(PrivateFile.name(of: path))\" is not a folder; name a folder for the data")
        }
    }
}
