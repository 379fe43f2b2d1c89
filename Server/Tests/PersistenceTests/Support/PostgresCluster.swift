import Foundation
import Persistence
import PersistencePostgres
import Synchronization
import ToolTesting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One PostgreSQL server for this test run, in a temporary folder, reached through a socket in that folder.
///
/// A shell stops the server and removes the folder when this process closes its end of a pipe,
/// which also happens when this process exits or is killed.
final class PostgresCluster: Sendable {
    /// The reason for a missing server.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder of PostgreSQL's programs; `nil` if they are missing or this user may not run them.
    private static let programs: String? = findPrograms()
    private static let shared = Result { try PostgresCluster() }
    private static let databases = Atomic(0)

    static var isInstalled: Bool { programs != nil }

    private let folder: String
    private let keeper: ChildProcess
    private let toKeeper = Pipe()
    private let fromKeeper = Pipe()

    /// Creates an empty schema in the server; the first call starts the server.
    /// - Returns: The connection string.
    static func emptyDatabase() async throws -> String {
        let cluster = try await onBlockingThread { try shared.get() }
        let name = "test_\(databases.add(1, ordering: .relaxed).newValue)"
        let driver = PostgresDriver(cluster.settings)
        try await driver.write { _ = try $0.run("CREATE SCHEMA \(name)") }
        await driver.close()
        return "\(cluster.settings) options='-c search_path=\(name)'"
    }

    private var settings: String { "host='\(folder)' user=app dbname=postgres connect_timeout=10" }

    private init() throws {
        guard let programs = Self.programs else { throw Failure(description: "initdb is not installed") }
        // The keeper has a process group of its own, so that a signal to the tests' group does not end it.
        keeper = try ChildProcess(
            URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", Self.script, "keeper", programs],
            environment: ProcessInfo.processInfo.environment, input: .pipe(toKeeper), output: .pipe(fromKeeper),
            errors: .pipe(fromKeeper))
        var said = ""
        while let line = fromKeeper.fileHandleForReading.line() {
            if line.hasPrefix("ready ") {
                folder = String(line.dropFirst("ready ".count))
                atexit { if case .success(let cluster) = PostgresCluster.shared { cluster.stop() } }
                return
            }
            said += line + "\n"
        }
        throw Failure(description: "PostgreSQL did not start:\n\(said)")
    }

    /// Returns when the server has ended and the folder is gone.
    private func stop() {
        try? toKeeper.fileHandleForWriting.close()
        keeper.wait()
    }

    private static var folders: [String] {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    }

    private static func isProgram(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

    private static func findPrograms() -> String? {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let debian = versions.sorted { ($0.count, $0) > ($1.count, $1) }.map { "/usr/lib/postgresql/\($0)/bin" }
        let folder = (folders + debian).first { isProgram($0 + "/initdb") && isProgram($0 + "/pg_ctl") }
        // PostgreSQL refuses to run as root, so it runs as its own user.
        guard getuid() != 0 || (getpwnam("postgres") != nil && folders.contains { isProgram($0 + "/setpriv") }) else {
            return nil
        }
        return folder
    }

    /// Short paths, because the path of a socket has at most about a hundred characters.
    private static let script = """
        trap '' INT TERM HUP PIPE
        programs=$1
        folder=$(mktemp -d /tmp/airworthy-pg.XXXXXX) || exit 1
        as=
        if [ "$(id -u)" = 0 ]; then
            chown postgres "$folder"
            as='setpriv --reuid=postgres --regid=postgres --clear-groups --'
        fi
        cd "$folder" || exit 1
        if $as "$programs/initdb" -D "$folder/data" -U app -A trust --no-sync --no-instructions -E UTF8 --locale=C \\
                >"$folder/log" 2>&1 </dev/null &&
            $as "$programs/pg_ctl" -D "$folder/data" -w -t 30 -l "$folder/server.log" \\
                -o "-c listen_addresses='' -k '$folder' -c fsync=off -c synchronous_commit=off \\
                -c full_page_writes=off -c shared_buffers=32MB" start >>"$folder/log" 2>&1 </dev/null
        then
            echo "ready $folder"
            cat >/dev/null
            $as "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 </dev/null
        else
            cat "$folder/log" "$folder/server.log" 2>/dev/null
        fi
        cd / && rm -rf "$folder"
        """
}
