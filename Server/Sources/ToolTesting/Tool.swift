package import Foundation
import Synchronization

/// The built `airworthy`, run as a separate process.
package enum Tool {
    package struct Result: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String

        package init(status: Int32, output: String, errors: String) {
            (self.status, self.output, self.errors) = (status, output, errors)
        }

        /// The first line of standard output.
        package var headline: String { String(output.prefix { $0 != "\n" }) }
    }

    package struct NotBuilt: Error {}

    /// Finds the executable, which is built into the same folder as the test bundle.
    package static func executable(_ name: String = "airworthy") throws -> URL {
        for argument in CommandLine.arguments {
            var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
            for _ in 0..<6 where folder.path != "/" {
                let candidate = folder.appendingPathComponent(name)
                if isProgram(candidate) { return candidate }
                folder.deleteLastPathComponent()
            }
        }
        throw NotBuilt()
    }

    /// The root of the repository.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The environment of processes, without the settings of the script that runs the tests. Servers do not query Apple.
    package static let environment = ProcessInfo.processInfo.environment.filter { name, _ in
        !name.hasPrefix("AIRWORTHY_") || name == "AIRWORTHY_CACHE"
    }.merging([
        "AIRWORTHY_APPLE_URL": "none", "AIRWORTHY_LOOKUP_URL": "none",
        // No load balancer has to notice that a test stops its server.
        "AIRWORTHY_SHUTDOWN_DRAIN": "0",
    ]) { _, new in new }

    /// Runs the tool, or another program, and blocks the thread until it has ended.
    package static func run(
        _ arguments: [String], input: String = "", program: URL? = nil, environment: [String: String] = [:],
        in folder: URL? = nil
    ) throws -> Result {
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        let process = try ChildProcess(
            program ?? executable(), arguments: arguments,
            environment: Self.environment.merging(environment) { _, new in new },
            in: folder ?? root.appendingPathComponent("Examples/data"),
            input: .pipe(stdin), output: .pipe(stdout), errors: .pipe(stderr))
        // All streams at once: a program blocks while one of its pipes is full.
        let others = DispatchGroup()
        let errors = Mutex(Data())
        onThread(in: others) {
            // Fails if the program ends before it has read everything.
            try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? stdin.fileHandleForWriting.close()
        }
        onThread(in: others) {
            let all = stderr.fileHandleForReading.readDataToEndOfFile()
            errors.withLock { $0 = all }
        }
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        others.wait()
        return Result(
            status: process.wait().shellStatus, output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: errors.withLock { $0 }, as: UTF8.self))
    }

    private static func onThread(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        group.enter()
        Thread.detachNewThread {
            body()
            group.leave()
        }
    }

    private static func isProgram(_ file: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: file.path)
    }
}
