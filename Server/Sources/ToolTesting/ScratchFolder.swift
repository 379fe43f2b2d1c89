package import Foundation

/// A temporary folder of a test, which is deleted when the test ends.
package final class ScratchFolder {
    package let url: URL

    /// Creates the folder with these files.
    package init(_ files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("airworthy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (name, text) in files { _ = try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file and returns its path.
    package func write(_ text: String, to name: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    package func run(_ arguments: String..., input: String = "") throws -> Tool.Result {
        try run(arguments, input: input)
    }

    /// Runs the tool, or another program, in this folder. The folder is kept until the program has ended.
    package func run(
        _ arguments: [String], input: String = "", program: URL? = nil, environment: [String: String] = [:]
    ) throws -> Tool.Result {
        try withExtendedLifetime(self) {
            try Tool.run(arguments, input: input, program: program, environment: environment, in: url)
        }
    }
}
