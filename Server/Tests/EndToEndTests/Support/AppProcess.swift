import AirworthyPolicy
import Foundation
import ToolTesting

/// A running `linux-client`. Releasing it kills the process.
final class AppProcess {
    struct UnexpectedExit: Error, CustomStringConvertible {
        let errors: String
        var description: String { "linux-client ended unexpectedly: \(errors)" }
    }

    private let process: ChildProcess
    private let input = Pipe()
    private let errorFile: URL
    private var answers: AsyncStream<String>.Iterator

    init(_ arguments: [String]) throws {
        errorFile = FileManager.default.temporaryDirectory.appendingPathComponent("airworthy-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
        let output = Pipe()
        process = try ChildProcess(
            Tool.executable("linux-client"), arguments: arguments, input: .pipe(input), output: .pipe(output),
            errors: .file(FileHandle(forWritingTo: errorFile)))
        // A separate thread reads, so that the time limit of a test can cancel its wait.
        let lines = AsyncStream<String> { continuation in
            Thread.detachNewThread {
                while let line = output.fileHandleForReading.line() { continuation.yield(line) }
                continuation.finish()
            }
        }
        answers = lines.makeAsyncIterator()
    }

    deinit {
        try? FileManager.default.removeItem(at: errorFile)
    }

    /// Sends a command.
    /// - Parameter line: The command.
    /// - Returns: The answer.
    /// - Throws: ``UnexpectedExit`` if the process ended or the test was cancelled.
    func send(_ line: String) async throws -> JSONValue {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        return try await nextAnswer()
    }

    /// Returns the next answer.
    func nextAnswer() async throws -> JSONValue {
        guard let line = await answers.next(isolation: #isolation) else {
            throw UnexpectedExit(errors: (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "")
        }
        return try JSONReader.read(line).jsonValue
    }

    /// Ends the process with `quit`.
    func quit() async throws {
        try input.fileHandleForWriting.write(contentsOf: Data("quit\n".utf8))
        guard await answers.next(isolation: #isolation) == nil else {
            throw UnexpectedExit(errors: "unexpected output after quit")
        }
        let ending = try await onBlockingThread { [process] in process.wait() }
        guard ending == .status(0) else { throw UnexpectedExit(errors: "\(ending)") }
    }

    func kill() { process.send(SIGKILL) }
}
