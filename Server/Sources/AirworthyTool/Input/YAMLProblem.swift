import AirworthyPolicy
import Yams

extension DocumentError {
    /// Says in our words what Yams found wrong with `text`.
    init(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
            self.init(at: mark.position, "invalid-yaml", Self.sentence(problem, context, mark, text))
        case .composer(_, let problem, let mark, _):
            if problem.contains("another document") {
                self.init(at: mark.position, "several-documents", "A second document begins here; a file holds one.")
            } else if problem.contains("undefined alias") {
                self.init(at: mark.position, "undefined-alias", "No anchor of this name ends above; check the name.")
            } else {
                self.init(at: mark.position, "invalid-yaml", Self.capitalized(problem) + ".")
            }
        case .reader(let problem, let offset, _, _):
            self.init(at: Self.position(offset ?? 0, in: text), "invalid-yaml", Self.capitalized(problem) + ".")
        case .duplicatedKeysInMapping(let duplicates, let context):
            let keys = duplicates.map { JSONValue.string($0).jsonText() }.joined(separator: ", ")
            self.init(
                at: context.mark.position, "duplicate-key",
                "\(keys) stands twice in this mapping; remove one of them.")
        default:
            self.init(at: .start, "invalid-yaml", "\(error)")
        }
    }

    private static func sentence(
        _ problem: String, _ context: YamlError.Context?, _ mark: Mark, _ text: String
    ) -> String {
        if problem.contains("nesting level") { return "Nested far too deep; flatten it." }
        let described = context.map { "\(problem), \($0.text)" } ?? problem
        if let context, context.text.contains("block scalar") {
            return "A value that begins with > or | stands in quotes, such as \">=2.2\" (\(described))."
        }
        let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropFirst(mark.line - 1)
            .first
        switch line?.unicodeScalars.dropFirst(mark.column - 1).first {
        case "\t": return "YAML is indented with blanks, not tabs (\(described))."
        case "@", "`", "%", ">", "|": return "A value that begins with this character stands in quotes (\(described))."
        default: return capitalized(described) + "."
        }
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func position(_ offset: Int, in text: String) -> TextPosition {
        let before = text.prefix(offset)
        let line = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last ?? ""
        return TextPosition(line: before.count(where: \.isNewline) + 1, column: line.unicodeScalars.count + 1)
    }
}

extension Mark {
    fileprivate var position: TextPosition { TextPosition(line: max(line, 1), column: max(column, 1)) }
}
