package import Foundation

/// A folder of a test's own, gone when the test is over.
package final class ScratchFolder {
    package let url: URL

    package init(_ files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("airworthy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { _ = try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    package func write(_ text: String, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Runs the tool in this folder.
    package func run(_ arguments: String..., input: String = "") throws -> Tool.Result {
        try run(arguments, input: input)
    }

    /// Runs the tool, or another program, in this folder, which stays until it is done.
    package func run(
        _ arguments: [String], input: String = "", program: URL? = nil, environment: [String: String] = [:]
    ) throws -> Tool.Result {
        try withExtendedLifetime(self) {
            try Tool.run(arguments, input: input, program: program, environment: environment, in: url)
        }
    }
}
