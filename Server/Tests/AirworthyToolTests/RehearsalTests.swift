import Foundation
import Testing
import ToolTesting

/// The claims of `make rehearse-rotation`.
@Suite(.blocking) struct RehearsalTests {
    @Test func `the rotation rehearsal has the narrated outcomes`() throws {
        let folder = try Tool.executable().deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try Tool.run(
            [], program: Tool.root.appendingPathComponent("Examples/rehearse-rotation.sh"),
            environment: ["PATH": "\(folder):\(path)"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.isEmpty)
        let lines = result.output.split(separator: "\n")
        let outcomes = lines.compactMap { line in
            Self.outcomes.first { line.hasPrefix($0) || line.hasSuffix("[\($0)]") }
        }
        #expect(
            outcomes == [
                "VERIFIED  ", "REQUIRED", "VERIFIED  ", "unknown-key", "epoch-went-back", "VERIFIED  ", "VERIFIED  ",
                "untrusted-keyring", "VERIFIED  ", "VERIFIED, EXPIRED", "RECOMMENDED",
            ])
        #expect(lines.count { $0.hasPrefix("# ") } == 9)
    }

    private static let outcomes = [
        "VERIFIED  ", "VERIFIED, EXPIRED", "REQUIRED", "RECOMMENDED", "unknown-key", "epoch-went-back",
        "untrusted-keyring",
    ]
}
