import Foundation

/// A fenced code block of a Markdown page, with the markers that stand before it.
///
/// A marker is an HTML comment on a line of its own, directly before the fence:
/// - `<!-- not run: REASON -->`: a shell block that cannot run in a test.
/// - `<!-- fails: STATUS -->`: the last command of the block ends with this status; without it every command ends with 0.
/// - `<!-- file: NAME -->`: the block is the content of a file, which is written when the page comes to it.
/// - `<!-- given: NAME is PATH -->`: a file of the reader's, for which a file of the repository stands in.
/// - `<!-- database: URL -->`: a PostgreSQL database that the reader has, for which a new one stands in. Without PostgreSQL, the
///   page's blocks from here on are not run.
/// - `<!-- stopped: PORT -->`: before the block the reader ends the server on this port, as the text says.
struct PageBlock: CustomStringConvertible, Sendable {
    enum Marker: Equatable, Sendable {
        case notRun(reason: String)
        case fails(status: Int32)
        case file(name: String)
        case given(name: String, source: String)
        case database(url: String)
        case stopped(port: String)
        case unreadable(String)
    }

    let page: String
    /// The line of the opening fence, counted from 1.
    let line: Int
    let language: String
    let markers: [Marker]
    let lines: [String]

    var description: String { "\(page):\(line)" }
    var text: String { lines.map { $0 + "\n" }.joined() }
    var isShell: Bool { ["console", "sh", "bash", "zsh", "shell"].contains(language) }

    /// Whether a test has to run the block.
    var isRun: Bool {
        isShell
            && !markers.contains { marker in
                switch marker {
                case .notRun, .file: true
                default: false
                }
            }
    }

    /// Whether the block, and those after it, need PostgreSQL.
    var needsDatabase: Bool {
        markers.contains { if case .database = $0 { true } else { false } }
    }

    /// The status with which the last command of the block ends.
    var status: Int32 {
        for case .fails(let status) in markers { return status }
        return 0
    }

    /// Returns the fenced blocks of a page.
    static func blocks(of text: String, page: String) -> [PageBlock] {
        var blocks: [PageBlock] = []
        var open: (line: Int, indent: Int, language: String, lines: [String])?
        var markers: [Marker] = []
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if let block = open {
                guard trimmed == "```" else {
                    let blanks = line.prefix(block.indent).prefix { $0 == " " }.count
                    open?.lines.append(String(line.dropFirst(blanks)))
                    continue
                }
                blocks.append(
                    PageBlock(
                        page: page, line: block.line, language: block.language, markers: markers, lines: block.lines))
                (open, markers) = (nil, [])
            } else if trimmed.hasPrefix("```") {
                let language = trimmed.dropFirst(3).prefix { $0 != " " }.lowercased()
                open = (index + 1, line.prefix { $0 == " " }.count, language, [])
            } else if trimmed.hasPrefix("<!--"), trimmed.hasSuffix("-->") {
                marker(trimmed).map { markers.append($0) }
            } else {
                markers = []
            }
        }
        return blocks
    }

    private static func marker(_ line: String) -> Marker? {
        let comment = line.dropFirst(4).dropLast(3).trimmingCharacters(in: .whitespaces)
        guard let colon = comment.firstIndex(of: ":") else { return nil }
        let value = comment[comment.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        switch comment[..<colon] {
        case "not run": return .notRun(reason: value)
        case "fails": return Int32(value).map(Marker.fails) ?? .unreadable(comment)
        case "file": return value.isEmpty ? .unreadable(comment) : .file(name: value)
        case "given":
            let parts = value.components(separatedBy: " is ")
            return parts.count == 2 ? .given(name: parts[0], source: parts[1]) : .unreadable(comment)
        case "database": return value.isEmpty ? .unreadable(comment) : .database(url: value)
        case "stopped": return .stopped(port: value)
        default: return nil
        }
    }
}
