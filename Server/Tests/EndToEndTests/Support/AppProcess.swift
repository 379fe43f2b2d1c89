import AirworthyPolicy
import Foundation
import ToolTesting

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A running `linux-client`. Releasing it kills the process.
final class AppProcess {
    struct UnexpectedExit: Error, CustomStringConvertible {
        let errors: String
        var description: String { "linux-client ended unexpectedly: \(errors)" }
    }

    private let process = Process()
    private let input = Pipe()
    private let errorFile: URL
    private var answers: AsyncStream<String>.Iterator

    init(_ arguments: [String]) throws {
        errorFile = FileManager.default.temporaryDirectory.appendingPathComponent("airworthy-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
        let output = Pipe()
        process.executableURL = try Tool.executable("linux-client")
        process.arguments = arguments
        process.environment = Tool.environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errorFile)
        try process.run()
        // A separate thread reads, so that the time limit of a test can cancel its wait.
        let lines = AsyncStream<String> { continuation in
            Thread.detachNewThread {
                var rest: [UInt8] = []
                while case let bytes = output.fileHandleForReading.availableData, !bytes.isEmpty {
                    rest += bytes
                    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                        rest.removeSubrange(...end)
                    }
                }
                continuation.finish()
            }
        }
        answers = lines.makeAsyncIterator()
    }

    deinit {
        kill()
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
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw UnexpectedExit(errors: "status \(process.terminationStatus)")
        }
    }

    func kill() {
        if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
    }
}
