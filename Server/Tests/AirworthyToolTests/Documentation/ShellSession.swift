import Foundation
import PostgresTesting
import ToolTesting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A bash session in a fresh folder with a copy of `Examples`, in which the commands of one page run one after another.
///
/// The built `airworthy` is first on `PATH`. Variables, the current folder and running servers last until the session ends;
/// ending it ends the processes it started. A server gets a free port in place of the one the page names; a second server on
/// the same port of the page replaces the first.
final class ShellSession {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    struct Result {
        let status: Int32
        let output: String

        var lines: [String] {
            var lines = output.components(separatedBy: "\n")
            while lines.last?.isEmpty == true { lines.removeLast() }
            return lines
        }
    }

    private struct Server {
        let port: String
        let group: Int32
        let output: FileHandle
    }

    /// The most seconds that a command may take.
    private static let limit = 120

    private let folder: ScratchFolder
    /// Scripts, pipes and the home folder: nothing of it is in the folder that the page sees.
    private let control: ScratchFolder
    private let bash: ChildProcess
    private let input = Pipe()
    private let answers = Pipe()
    private var steps = 0
    /// By the port that the page names.
    private var servers: [String: Server] = [:]
    /// The URLs of databases by those that the page names.
    private var databases: [String: String] = [:]

    init() throws {
        (folder, control) = (try ScratchFolder(), try ScratchFolder())
        try FileManager.default.copyItem(
            at: Tool.root.appendingPathComponent("Examples"), to: folder.url.appendingPathComponent("Examples"))
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let programs = try Tool.executable().deletingLastPathComponent().path
        // Without a terminal curl would print its progress. A refused request fails the command. Errors are not shown, because
        // curl also shows those of attempts that it repeats; its exit code tells what happened.
        _ = try control.write("silent\nfail\n", to: ".curlrc")
        let settings = [
            "PATH": "\(programs):\(path)", "HOME": control.url.path, "TMPDIR": control.url.path + "/", "NO_COLOR": "1",
            "TZ": "UTC", "LC_ALL": "C.UTF-8",
        ]
        bash = try ChildProcess(
            URL(fileURLWithPath: "/bin/bash"), arguments: ["--noprofile", "--norc", "-s"],
            environment: Tool.environment.merging(settings) { _, new in new }, in: folder.url, input: .pipe(input),
            output: .pipe(answers))
    }

    deinit {
        for server in servers.values { kill(-server.group, SIGKILL) }
    }

    /// Does what a marker of a block says has to happen before it.
    func prepare(_ marker: PageBlock.Marker, text: String) throws {
        switch marker {
        case .file(let name): try place(control.write(text, to: "file"), as: name)
        case .given(let name, let source): try place(Tool.root.appendingPathComponent(source).path, as: name)
        case .database(let url): databases[url] = try PostgresCluster.emptyDatabaseURL()
        case .stopped(let port):
            guard let server = servers.removeValue(forKey: port) else {
                throw Failed(description: "no server on port \(port) to stop")
            }
            try stop(server)
        case .notRun, .fails, .unreadable: break
        }
    }

    /// Copies a file into the current folder of the session.
    private func place(_ file: String, as name: String) throws {
        guard try run("cp '\(file)' '\(name)'").status == 0 else {
            throw Failed(description: "the file \(name) could not be written")
        }
    }

    /// Runs a command to its end.
    func run(_ command: String) throws -> Result {
        let script = try script(command)
        let output = control.url.appendingPathComponent("output")
        let answer = try ask("source '\(script)' </dev/null >'\(output.path)' 2>&1; echo $?", for: command)
        let text = try String(contentsOf: output, encoding: .utf8)
        return Result(status: Int32(answer) ?? -1, output: withPagePorts(text))
    }

    /// Starts a server and reads its standard output up to its address, and on until `count` lines were read.
    func start(_ command: String, lines count: Int) throws -> Result {
        let port = Self.port(in: command)
        let old = servers.removeValue(forKey: port)
        if let old { try stop(old) }
        // Variables of the page may hold the address of the server before, so the next one gets the same port.
        let free = try old?.port ?? String(LastingPort.next())
        let script = try script(
            "export AIRWORTHY_HTTP_PORT=\(free)\n" + command.replacing("--port \(port)", with: "--port \(free)"))
        let (pipe, errors) = (control.url.path + "/pipe-\(steps)", control.url.path + "/errors-\(steps)")
        // With the trap the shell of the group outlives the server, so waiting for it is waiting for the server.
        let answer = try ask(
            "mkfifo '\(pipe)'; set -m; { trap : TERM; source '\(script)'; } </dev/null >'\(pipe)' 2>'\(errors)' & echo $!; set +m",
            for: command)
        guard let group = Int32(answer), let output = FileHandle(forReadingAtPath: pipe) else {
            throw Failed(description: "not started: \(command)")
        }
        let watchdog = watch(group)
        defer { watchdog.cancel() }
        var lines: [String] = []
        var actual: String?
        while actual == nil || lines.count < count {
            guard let line = output.line() else {
                let text = try String(contentsOfFile: errors, encoding: .utf8)
                throw Failed(
                    description: "\(command)\nended, having written:\n\(lines.joined(separator: "\n"))\n\(text)")
            }
            lines.append(line)
            actual = actual ?? line.firstMatch(of: /http:\/\/[^:\/ ]+:(\d+)/).map { String($0.1) }
        }
        servers[port] = Server(port: actual ?? "", group: group, output: output)
        return Result(status: 0, output: withPagePorts(lines.joined(separator: "\n")))
    }

    private func stop(_ server: Server) throws {
        kill(-server.group, SIGTERM)
        _ = try ask("wait \(server.group); echo $?", for: "the end of a server")
    }

    /// Returns the port that a command names, or the one its program listens on otherwise.
    private static func port(in command: String) -> String {
        if let match = command.firstMatch(of: /--port (\d+)/) { return String(match.1) }
        return command.contains("airworthy simulator") ? "8081" : "8080"
    }

    private func script(_ command: String) throws -> String {
        steps += 1
        var text = command
        for (port, server) in servers { text = text.replacing("127.0.0.1:\(port)", with: "127.0.0.1:\(server.port)") }
        for (url, actual) in databases { text = text.replacing(url, with: "'\(actual)'") }
        return try control.write(text + "\n", to: "step-\(steps)")
    }

    private func withPagePorts(_ text: String) -> String {
        servers.reduce(text) { $0.replacing("127.0.0.1:\($1.value.port)", with: "127.0.0.1:\($1.key)") }
    }

    /// Sends a line to bash and returns the line it answers.
    private func ask(_ line: String, for command: String) throws -> String {
        let watchdog = watch(bash.id)
        defer { watchdog.cancel() }
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        guard let answer = answers.fileHandleForReading.line() else {
            throw Failed(description: "ended the session, or took more than \(Self.limit) s: \(command)")
        }
        return answer
    }

    /// Ends a process group when it takes too long.
    private func watch(_ group: Int32) -> DispatchWorkItem {
        let end = DispatchWorkItem {
            kill(-group, SIGKILL)
            kill(group, SIGKILL)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.limit), execute: end)
        return end
    }
}
