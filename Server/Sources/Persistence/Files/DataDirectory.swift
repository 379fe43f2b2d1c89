package import ControlPlane

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The folder a server keeps its data in.
package struct DataDirectory: Hashable, Sendable {
    /// Where it is.
    package let path: String

    /// Names a folder; nothing is looked at yet.
    package init(_ path: String) { self.path = path }

    /// The database.
    package var database: String { path + "/airworthy.sqlite" }
    /// What a process holds locked while it uses the database; see ``ProcessLock``.
    package var lock: String { path + "/airworthy.lock" }

    /// Creates the folder with mode 0700 if it is missing; the folder it belongs to has to be there.
    /// - Throws: ``StoreError`` `unavailable` or `full`.
    package func create() throws(StoreError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unavailable("the data folder has no name") }
        guard unsafe mkdir(path, 0o700) != 0 else { return }
        let problem = FileProblem(path)
        guard problem.code == EEXIST else { throw problem.storeError }
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .unavailable("\"\(PrivateFile.name(of: path))\" is no folder; name a folder to keep the data in")
        }
    }
}
