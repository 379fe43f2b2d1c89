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

/// A running `linux-client`. It is ended by its process id when nobody needs it any more.
final class AppProcess {
    struct Ended: Error, CustomStringConvertible {
        let errors: String
        var description: String { "the app ended: \(errors)" }
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
        // On a thread of its own, so that a test that waits can be cut off by its time limit.
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

    /// Says a line.
    /// - Returns: The answer.
    /// - Throws: ``Ended`` if the process ended, or the test's time is over.
    func ask(_ line: String) async throws -> JSONValue {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        return try await answer()
    }

    /// The next line it says.
    func answer() async throws -> JSONValue {
        guard let line = await answers.next(isolation: #isolation) else {
            throw Ended(errors: (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "")
        }
        return try JSONReader.read(line).jsonValue
    }

    /// Ends it in an orderly way.
    func quit() async throws {
        try input.fileHandleForWriting.write(contentsOf: Data("quit\n".utf8))
        guard await answers.next(isolation: #isolation) == nil else { throw Ended(errors: "not silent at the end") }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Ended(errors: "status \(process.terminationStatus)") }
    }

    func kill() {
        if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
    }
}
