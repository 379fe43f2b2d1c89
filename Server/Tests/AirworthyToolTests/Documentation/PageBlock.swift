import Foundation

/// A fenced code block of a Markdown page, with the marker that stands before it.
///
/// A marker is an HTML comment on the line before the fence:
/// - `<!-- file: NAME -->`: the block is the content of a file, which is written when the page comes to it.
/// - `<!-- not run: REASON -->`: a shell block that cannot run in a test.
/// - `<!-- stopped: PORT -->`: before the block the reader ends the server on this port, as the text says.
/// - `<!-- fails: STATUS -->`: the last command of the block ends with this status; without it every command ends with 0.
struct PageBlock: CustomStringConvertible {
    enum Marker: Equatable {
        case file(String)
        case notRun(reason: String)
        case stopped(port: String)
        case fails(status: Int32)
        case unreadable(String)
    }

    let page: String
    /// The line of the opening fence, counted from 1.
    let line: Int
    let language: String
    let marker: Marker?
    let lines: [String]

    var description: String { "\(page):\(line)" }
    var text: String { lines.map { $0 + "\n" }.joined() }
    var isShell: Bool { ["console", "sh", "bash", "zsh", "shell"].contains(language) }

    /// Whether a test has to run the block.
    var isRun: Bool {
        switch marker {
        case .file, .notRun, .unreadable: false
        case .fails, .stopped, nil: isShell
        }
    }

    /// Returns the fenced blocks of a page.
    static func blocks(of text: String, page: String) -> [PageBlock] {
        var blocks: [PageBlock] = []
        var open: (line: Int, indent: Int, language: String, marker: Marker?, lines: [String])?
        var marker: Marker?
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
                        page: page, line: block.line, language: block.language, marker: block.marker,
                        lines: block.lines))
                (open, marker) = (nil, nil)
            } else if trimmed.hasPrefix("```") {
                let language = trimmed.dropFirst(3).prefix { $0 != " " }.lowercased()
                open = (index + 1, line.prefix { $0 == " " }.count, language, marker, [])
            } else if !trimmed.isEmpty {
                marker = Self.marker(trimmed)
            }
        }
        return blocks
    }

    private static func marker(_ line: String) -> Marker? {
        guard line.hasPrefix("<!--"), line.hasSuffix("-->") else { return nil }
        let comment = line.dropFirst(4).dropLast(3).trimmingCharacters(in: .whitespaces)
        guard let colon = comment.firstIndex(of: ":") else { return nil }
        let value = comment[comment.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        switch comment[..<colon] {
        case "file": return value.isEmpty ? .unreadable(comment) : .file(value)
        case "not run": return .notRun(reason: value)
        case "stopped": return .stopped(port: value)
        case "fails": return Int32(value).map(Marker.fails) ?? .unreadable(comment)
        default: return nil
        }
    }
}
