import Foundation
import Persistence
import PersistencePostgres
import Synchronization
import ToolTesting

/// A PostgreSQL server in a temporary folder, reached through a socket in that folder.
///
/// A shell stops the server and removes the folder when this process closes its end of a pipe,
/// which also happens when this process exits or is killed.
package final class PostgresCluster: Sendable {
    /// The reason for a missing server.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The folder of PostgreSQL's programs; `nil` if they are missing or this user may not run them.
    private static let programs: String? = findPrograms()
    private static let shared = Result { try PostgresCluster() }
    private static let databases = Atomic(0)

    /// Whether PostgreSQL is installed, so that tests can start a server.
    package static var isInstalled: Bool { programs != nil }

    /// The folder of the server and its socket.
    package let folder: String
    private let keeper: ChildProcess
    private let toKeeper = Pipe()
    private let fromKeeper = Pipe()
    /// Held during an order, because the answer of another one would be read otherwise.
    private let orders = Mutex(())

    /// Creates an empty schema in the server that tests share, and returns the connection string. The first call starts the
    /// server.
    package static func emptyDatabase() async throws -> String {
        let cluster = try await onBlockingThread { try shared.get() }
        return try await cluster.emptySchema()
    }

    /// Creates an empty database in the server that tests share, and returns its URL. The first call starts the server.
    /// Blocks the thread.
    package static func emptyDatabaseURL() throws -> String { try shared.get().newDatabase() }

    /// Runs `body` with a server of its own, which `body` may stop.
    package static func withOwnServer(_ body: (PostgresCluster) async throws -> Void) async throws {
        let cluster = try await onBlockingThread { try PostgresCluster() }
        do {
            try await body(cluster)
        } catch {
            try? await onBlockingThread { cluster.end() }
            throw error
        }
        try await onBlockingThread { cluster.end() }
    }

    /// Creates an empty schema, and returns the connection string.
    package func emptySchema() async throws -> String {
        "\(settings) options='-c search_path=\(try await newSchema())'"
    }

    /// Creates an empty schema in the server that tests share, and returns the URL of the database with it, without a
    /// password.
    package static func emptyURL() async throws -> String {
        let cluster = try await onBlockingThread { try shared.get() }
        return cluster.url(database: "postgres") + "&options=-c%20search_path%3D\(try await cluster.newSchema())"
    }

    private func newSchema() async throws -> String {
        let name = "test_\(Self.databases.add(1, ordering: .relaxed).newValue)"
        let driver = PostgresDriver(settings)
        try await driver.write { _ = try $0.run("CREATE SCHEMA \(name)") }
        await driver.close()
        return name
    }

    /// Creates an empty database, and returns its URL, without a password.
    package func emptyDatabase() async throws -> String { try await onBlockingThread { [self] in try newDatabase() } }

    private func newDatabase() throws -> String {
        let name = "test_\(Self.databases.add(1, ordering: .relaxed).newValue)"
        try order("create \(name)")
        return url(database: name)
    }

    /// Returns the URL of a database. The user `app` needs no password, `guarded` has the password `secret`.
    package func url(database: String, user: String = "app") -> String {
        "postgres://\(user)@/\(database)?host=\(folder)"
    }

    /// Stops the server and ends its connections. What was committed is kept; a crash would lose it without `fsync`.
    package func stop() async throws { try await onBlockingThread { [self] in try order("stop") } }

    /// Starts the server after ``stop()``.
    package func start() async throws { try await onBlockingThread { [self] in try order("start") } }

    /// Starts the server again as a standby without a primary, which only reads.
    package func becomeStandby() async throws { try await onBlockingThread { [self] in try order("standby") } }

    /// Makes a standby a primary, whose connections stay.
    package func promote() async throws { try await onBlockingThread { [self] in try order("promote") } }

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
                atexit { if case .success(let cluster) = PostgresCluster.shared { cluster.end() } }
                return
            }
            said += line + "\n"
        }
        throw Failure(description: "PostgreSQL did not start:\n\(said)")
    }

    /// Gives the keeper an order and waits until it is carried out.
    private func order(_ text: String) throws {
        let answer = try orders.withLock { _ in
            try toKeeper.fileHandleForWriting.write(contentsOf: Data("\(text)\n".utf8))
            return fromKeeper.fileHandleForReading.line()
        }
        guard answer == "done" else { throw Failure(description: "PostgreSQL did not \(text)") }
    }

    /// Returns when the server has ended and the folder is gone.
    private func end() {
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
        let folder = (folders + debian).first { folder in
            ["initdb", "pg_ctl", "psql"].allSatisfy { isProgram(folder + "/" + $0) }
        }
        // PostgreSQL refuses to run as root, so it runs as its own user.
        guard getuid() != 0 || (getpwnam("postgres") != nil && folders.contains { isProgram($0 + "/setpriv") }) else {
            return nil
        }
        return folder
    }

    /// Short paths, because the path of a socket has at most about a hundred characters. A script that sets `STEP_JOURNAL` also makes a
    /// temporary folder, which is short, open to other users, and searched for what a run has left behind.
    private static let script = """
        trap '' INT TERM HUP PIPE
        programs=$1
        base=/tmp
        [ -z "${STEP_JOURNAL:-}" ] || base=$TMPDIR
        folder=$(mktemp -d "$base/airworthy-pg.XXXXXX") || exit 1
        as=
        if [ "$(id -u)" = 0 ]; then
            chown postgres "$folder"
            as='setpriv --reuid=postgres --regid=postgres --clear-groups --'
        fi
        cd "$folder" || exit 1
        start() {
            $as "$programs/pg_ctl" -D "$folder/data" -w -t 30 -l "$folder/server.log" \\
                -o "-c listen_addresses='' -k '$folder' -c fsync=off -c synchronous_commit=off \\
                -c full_page_writes=off -c shared_buffers=32MB -c max_connections=500" start >>"$folder/log" 2>&1 </dev/null
        }
        stop() { $as "$programs/pg_ctl" -D "$folder/data" -m "$1" -w stop >>"$folder/log" 2>&1 </dev/null; }
        sql() { $as "$programs/psql" -q -h "$folder" -U app -d postgres -c "$1" >>"$folder/log" 2>&1 </dev/null; }
        if $as "$programs/initdb" -D "$folder/data" -U app -A trust --no-sync --no-instructions -E UTF8 --locale=C \\
                >"$folder/log" 2>&1 </dev/null &&
            sed -i.old '1i local all guarded scram-sha-256' "$folder/data/pg_hba.conf" && start &&
            sql "CREATE ROLE guarded LOGIN PASSWORD 'secret'"
        then
            echo "ready $folder"
            while read -r order name; do
                case $order in
                stop) stop fast ;;
                start) start ;;
                standby) stop fast && $as touch "$folder/data/standby.signal" && start ;;
                promote) $as "$programs/pg_ctl" -D "$folder/data" -w promote >>"$folder/log" 2>&1 </dev/null ;;
                create) sql "CREATE DATABASE $name" ;;
                esac && echo done || echo failed
            done
            stop immediate
        else
            cat "$folder/log" "$folder/server.log" 2>/dev/null
        fi
        cd / && rm -rf "$folder"
        """
}
