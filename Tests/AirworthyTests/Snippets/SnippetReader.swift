import Foundation

/// A marked part of a compiled Swift file, as shown on a page.
///
/// A part begins with `// snippet.NAME` and ends with `// snippet.end`. Lines between `// snippet.hide` and `// snippet.show`
/// are compiled but not shown. Each shown stretch loses its common indentation.
struct Snippet: Hashable, CustomStringConvertible {
    var file: String
    var name: String
    var text: String

    var description: String { "\(file): \(name)" }

    /// Reads the marked parts of a file.
    static func parts(of source: String, file: String) throws -> [Snippet] {
        var snippets: [Snippet] = []
        var name: String?
        var stretches: [[String]] = []
        var isHidden = false
        for line in source.components(separatedBy: "\n") {
            let marker = line.trimmingCharacters(in: .whitespaces)
            guard marker.hasPrefix("// snippet.") else {
                if name != nil, !isHidden { stretches[stretches.count - 1].append(line) }
                continue
            }
            switch (marker.dropFirst("// snippet.".count), name) {
            case ("end", let open?):
                let text = stretches.flatMap(dedented).joined(separator: "\n")
                snippets.append(Snippet(file: file, name: open, text: text))
                name = nil
            case ("hide", .some): isHidden = true
            case ("show", .some):
                isHidden = false
                stretches.append([])
            case (let begun, nil) where !["end", "hide", "show"].contains(begun):
                (name, stretches, isHidden) = (String(begun), [[]], false)
            default: throw Misplaced(marker: "\(file): \(marker)")
            }
        }
        if let name { throw Misplaced(marker: "\(file): \(name) has no end") }
        return snippets
    }

    /// Returns the blocks of a language on a page. Swift blocks that begin with a file name belong to a whole program, which
    /// scripts/docs builds; they are left out.
    static func blocks(of page: String, in language: String = "swift") -> [String] {
        var blocks: [String] = []
        var fence: (isWanted: Bool, indent: Int, lines: [String])?
        for line in page.components(separatedBy: "\n") {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("```") {
                if let open = fence {
                    if open.isWanted { blocks.append(open.lines.joined(separator: "\n")) }
                    fence = nil
                } else {
                    let info = text.dropFirst(3).trimmingCharacters(in: .whitespaces)
                    fence = (info.lowercased().hasPrefix(language), line.count - text.count, [])
                }
            } else if fence != nil {
                let blanks = line.prefix(fence?.indent ?? 0).prefix { $0 == " " }.count
                fence?.lines.append(String(line.dropFirst(blanks)))
            }
        }
        return blocks.filter { !$0.hasPrefix("// swift-tools-version") && !$0.hasPrefix("// Sources/") }
    }

    private static func dedented(_ lines: [String]) -> [String] {
        let indents = lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }
        return lines.map { String($0.dropFirst(min(indents.min() ?? 0, $0.count))) }
    }

    struct Misplaced: Error, CustomStringConvertible {
        var marker: String
        var description: String { "Misplaced snippet marker: \(marker)" }
    }
}
