import Foundation
import Testing

/// Every Swift block on a page is compiled: with these tests or, if it needs SwiftUI, with the tests of `Shims`.
@Suite struct SnippetTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let pages =
        ["README.md", "README.ja.md", "CONTRIBUTING.md"] + files(in: "Documentation", "md")
        + files(in: "Sources/Airworthy/Airworthy.docc", "md")
        + files(in: "Sources/AirworthyUI/AirworthyUI.docc", "md")
    static let sources =
        files(in: "Tests/AirworthyTests/Snippets", "swift").filter { $0.hasSuffix("Snippets.swift") }
        + files(in: "Shims/Tests/SnippetTests/Snippets", "swift")

    private static func files(in folder: String, _ kind: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
        return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".\(kind)") }.sorted()
            .map { "\(folder)/\($0)" }
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private static func snippets() throws -> [Snippet] {
        try sources.flatMap { try Snippet.parts(of: text($0), file: $0) }
    }

    @Test(arguments: pages) func `every Swift block on a page equals a compiled snippet`(_ page: String) throws {
        let known = Set(try Self.snippets().map(\.text))
        for block in Snippet.blocks(of: try Self.text(page)) {
            #expect(known.contains(block), "\(page) shows code that no snippet has:\n\(block)")
        }
    }

    @Test func `every snippet is shown on a page and has a unique name`() throws {
        let shown = Set(try Self.pages.flatMap { Snippet.blocks(of: try Self.text($0)) })
        let snippets = try Self.snippets()
        for snippet in snippets { #expect(shown.contains(snippet.text), "no page shows \(snippet)") }
        #expect(Set(snippets.map(\.name)).count == snippets.count)
        #expect(snippets.count > 20)
        #expect(shown.count > 20)
    }

    @Test func `a snippet excludes markers, hidden lines and common indentation`() throws {
        let source = """
            import A
            // snippet.one
            import B

            // snippet.hide
            func f() {
                // snippet.show
                if x {
                    y()
                }
                // snippet.end
            }
            """
        let snippets = try Snippet.parts(of: source, file: "f.swift")
        #expect(snippets == [Snippet(file: "f.swift", name: "one", text: "import B\n\nif x {\n    y()\n}")])
    }

    @Test(arguments: ["// snippet.end", "// snippet.hide", "// snippet.one", "// snippet.one\n// snippet.two"])
    func `a misplaced marker is an error`(_ source: String) {
        #expect(throws: Snippet.Misplaced.self) { try Snippet.parts(of: source, file: "f.swift") }
    }

    @Test func `blocks in other languages and whole program files are ignored`() {
        let page = """
            ```json
            {}
            ```
            - A list:
              ```swift
              a()
                b()
              ```
            ```swift
            // swift-tools-version: 6.2
            ```
            ```Swift shims
            // Sources/hello/main.swift
            ```
            ```swift
            c()

            d()
            ```
            """
        #expect(Snippet.blocks(of: page) == ["a()\n  b()", "c()\n\nd()"])
    }
}
