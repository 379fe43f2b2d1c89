import Foundation
import Testing
import ToolTesting

@Suite(.blocking, .timeLimit(.minutes(5))) struct ChildProcessTests {
    private static let shell = URL(fileURLWithPath: "/bin/sh")

    private func run(_ script: String, input: String = "") throws -> Tool.Result {
        try Tool.run(["-c", script], input: input, program: Self.shell)
    }

    @Test func `a child inherits no open file but its streams`() throws {
        // Copies of descriptors stay open when another program starts, and there are more than one page of a directory lists.
        let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        let copies = (0..<400).map { _ in dup(null.fileDescriptor) }
        defer { copies.forEach { close($0) } }
        #expect(copies.allSatisfy { $0 > 2 })
        let result = try run("for file in /dev/fd/*; do [ -e \"$file\" ] && echo \"${file##*/}\"; done")
        #expect(Set(result.output.split(separator: "\n")).isSubset(of: ["0", "1", "2"]))
    }

    @Test func `a megabyte in each of the three streams blocks no child`() throws {
        let text = String(repeating: "0123456789abcde\n", count: 1 << 16)
        let result = try run("tee /dev/stderr", input: text)
        #expect(result.status == 0)
        #expect(result.output == text)
        #expect(result.errors == text)
    }

    @Test func `a child may end without reading its input`() throws {
        let result = try run("exit 3", input: String(repeating: "x", count: 1 << 20))
        #expect(result.status == 3)
    }

    @Test func `an exit status and a signal are told apart`() throws {
        #expect(try ChildProcess(Self.shell, arguments: ["-c", "exit 9"]).wait() == .status(9))
        #expect(try ChildProcess(Self.shell, arguments: ["-c", "kill -9 $$"]).wait() == .signal(9))
        #expect(try run("kill -15 $$").status == 128 + 15)
    }

    @Test func `a child does not inherit blocked or ignored signals`() throws {
        let input = Pipe()
        let child = try ChildProcess(URL(fileURLWithPath: "/bin/cat"), arguments: [], input: .pipe(input))
        child.send(SIGTERM)
        #expect(child.wait() == .signal(SIGTERM))
        // This process ignores SIGPIPE.
        let output = Pipe()
        let writer = try ChildProcess(Self.shell, arguments: ["-c", "exec yes"], output: .pipe(output))
        try output.fileHandleForReading.close()
        #expect(writer.wait() == .signal(SIGPIPE))
    }

    @Test func `a child that ended gets no signal, and every wait returns its ending`() throws {
        let child = try ChildProcess(Self.shell, arguments: ["-c", "exit 4"])
        #expect(child.wait() == .status(4))
        child.send(SIGKILL)
        #expect(child.wait() == .status(4))
    }

    @Test func `releasing a child kills it`() throws {
        let output = Pipe()
        var child: ChildProcess? = try ChildProcess(
            Self.shell, arguments: ["-c", "echo started; exec cat"], input: .pipe(Pipe()), output: .pipe(output))
        #expect(output.fileHandleForReading.line() == "started")
        #expect(child != nil)
        child = nil
        #expect(output.fileHandleForReading.line() == nil)
    }

    @Test func `a missing program or folder is reported`() {
        let missing = URL(fileURLWithPath: "/missing/program")
        #expect(throws: ChildProcess.NotStarted.self) { try ChildProcess(missing, arguments: []) }
        #expect(throws: ChildProcess.NotStarted.self) {
            try ChildProcess(Self.shell, arguments: [], in: missing)
        }
    }
}
