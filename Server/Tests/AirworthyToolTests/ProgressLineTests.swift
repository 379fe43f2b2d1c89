import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

/// The line at a terminal that says what takes long.
@Suite(.blocking, .timeLimit(.minutes(5))) struct ProgressLineTests {
    @Test func `a terminal shows what a slow command waits for, and the line is gone before the answer`() throws {
        let isShown = DispatchSemaphore(value: 0)
        let server = try ScriptedServer { _ in
            _ = isShown.wait(timeout: .now() + 60)
            return .ok(#"{"apps":[]}"#)
        }
        let terminal = try Terminal(typing: "")
        let output = Pipe()
        let settings = ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": RemoteKit.token, "TERM": "xterm"]
        let process = try ChildProcess(
            Tool.executable(), arguments: ["apps", "list"],
            environment: Tool.environment.merging(settings) { _, new in new }, in: Tool.root,
            input: .file(terminal.side), output: .pipe(output), errors: .file(terminal.side))
        try terminal.side.close()
        let line = terminal.screen(until: " s)")
        isShown.signal()
        _ = output.fileHandleForReading.readDataToEndOfFile()
        let ending = withExtendedLifetime(server) { process.wait() }
        #expect(ending.shellStatus == 0)
        #expect(line.contains("waiting for \(server.address) (1 s)"), "within a minute: \(line)")
        #expect(terminal.screen().hasSuffix("\r\u{1B}[K"))
        server.stop()
    }

    @Test func `work inside other work is not shown, and results and errors pass through`() async throws {
        struct Failure: Error {}
        #expect(await ProgressLine.during("one") { await ProgressLine.during("two") { 2 } } == 2)
        await #expect(throws: Failure.self) { try await ProgressLine.during("one") { throw Failure() } }
    }
}
