import AirworthyPolicy
import Foundation

/// The output of `explain` for codes.
struct CodeReport {
    let texts: [CodeText]
    /// Whether only the codes and their meaning are wanted.
    let isList: Bool
    var style = TerminalStyle.standardOutput
    var width = TerminalStyle.width

    var lines: [String] {
        if isList { return list }
        let intro = texts.count > 1 ? ["It depends on who says it:"] : []
        return Array(([intro] + texts.map(explanation)).filter { !$0.isEmpty }.joined(separator: [""]))
    }

    var json: JSONValue {
        [
            "codes": .array(
                texts.map { ["code": .string($0.code), "meaning": .string($0.meaning), "remedy": .string($0.remedy)] })
        ]
    }

    private var list: [String] {
        let sections = CodeText.Group.allCases.map { group in
            style.section(group.title, lines: texts.filter { $0.group == group }.map { "  \($0.code)" })
        }
        return Array(sections.joined(separator: [""]))
    }

    private func explanation(of text: CodeText) -> [String] {
        let title = "\(style(text.code, as: .bold)) (\(text.severity?.rawValue ?? text.group.place))"
        let paragraphs = [text.meaning, text.remedy].flatMap { [""] + $0.wrapped(to: width - 2).map { "  \($0)" } }
        let example = text.example.map {
            [""] + $0.split(separator: "\n", omittingEmptySubsequences: false).map(coloured)
        }
        return [title] + paragraphs + (example ?? [])
    }

    private func coloured(_ line: Substring) -> String {
        let line = "  \(line)"
        return line.hasPrefix("  -") ? style(line, as: .red) : line.hasPrefix("  +") ? style(line, as: .green) : line
    }
}

extension CodeText {
    /// The page of all codes, as Markdown.
    static var page: String {
        Group.allCases.map { group in
            let sections = all.filter { $0.group == group }.map(\.section)
            return (["## \(group.title)", group.introduction] + sections).joined(separator: "\n\n")
        }.joined(separator: "\n\n")
    }

    private var section: String {
        let title = "### `\(code)`"
        let lead = severity.map { "*\($0.rawValue.capitalized)*: " } ?? ""
        let text = "\(lead)\(meaning) \(remedy)".wrapped(to: 130).joined(separator: "\n")
        return ([title, text] + (example.map { ["```diff\n\($0)\n```"] } ?? [])).joined(separator: "\n\n")
    }
}

extension String {
    /// Returns the lines of a text of one paragraph, broken at blanks. A longer word has a line of its own.
    fileprivate func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
