import Foundation
import Testing
import TreePictures

@MainActor @Suite(.timeLimit(.minutes(5))) struct PictureTests {
    private static let digests = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/images/pages.sha256")

    private static func committed() throws -> [String: String] {
        let lines = try String(contentsOf: digests, encoding: .utf8).split(separator: "\n")
        let pairs = lines.map { $0.components(separatedBy: "  ") }.filter { $0.count == 2 }
        #expect(pairs.count == lines.count)
        return Dictionary(pairs.map { ($0[1], $0[0]) }) { first, _ in first }
    }

    @Test func `the committed pictures match the list of screens`() throws {
        let folder = Self.digests.deletingLastPathComponent()
        let pictures = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".png") }
        #expect(Set(pictures) == Set(Screen.all.map { "\($0.name).png" }))
        #expect(Set(try Self.committed().keys) == Set(Screen.all.map(\.name)))
    }

    @Test func `the picture of the debug panel is left to right in Arabic too`() async throws {
        let screen = try #require(Screen.all.first { $0.name == "debug" })
        let page = try await ContactSheet(screen).html()
        #expect(page.components(separatedBy: "dir=\"rtl\"").count == 5, "two appearances in two sizes of text")
        #expect(page.contains("direction:ltr") && !page.contains("direction:rtl"))
    }

    @Test func `the committed pictures match the current views`() async throws {
        for screen in Screen.all {
            let page = try await ContactSheet(screen).html()
            #expect(
                try Self.committed()[screen.name] == ContactSheet.digest(page),
                "\(screen.name) looks different now: run `make pictures`, and look at it")
        }
    }
}
