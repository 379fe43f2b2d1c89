#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Warns on standard error when others on this machine can read a file with a secret.
func warnIfShared(_ path: String, holding what: String) {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else {
        return
    }
    printError(
        "airworthy: warning: \(path.printable): others on this machine can read \(what); run chmod 600 on it")
}
