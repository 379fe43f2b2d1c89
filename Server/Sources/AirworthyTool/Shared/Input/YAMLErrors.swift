import AirworthyPolicy
import Yams

extension DocumentError {
    /// Creates the error for a failure of Yams to parse `text`.
    init(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
            self.init(
                "invalid-yaml", at: mark.position,
                message: Self.sentence(for: problem, context: context, mark: mark, text: text))
        case .composer(_, let problem, let mark, _):
            if problem.contains("another document") {
                self.init(
                    "several-documents", at: mark.position,
                    message: "A second document begins here; a file contains only one.")
            } else if problem.contains("undefined alias") {
                self.init(
                    "undefined-alias", at: mark.position,
                    message: "There is no anchor of this name above; check the name.")
            } else {
                self.init("invalid-yaml", at: mark.position, message: Self.capitalized(problem) + ".")
            }
        case .reader(let problem, let offset, _, _):
            self.init(
                "invalid-yaml", at: Self.position(ofOffset: offset ?? 0, in: text),
                message: Self.capitalized(problem) + ".")
        case .duplicatedKeysInMapping(let duplicates, let context):
            let key = JSONValue.string(String(duplicates.first?.prefix(80) ?? "")).jsonText()
            let others = duplicates.count > 1 ? " and \(duplicates.count - 1) more" : ""
            self.init(
                "duplicate-key", at: context.mark.position,
                message: "\(key)\(others) appears twice in this mapping; remove one of them.")
        default:
            self.init("invalid-yaml", at: .start, message: "\(error)")
        }
    }

    private static func sentence(
        for problem: String, context: YamlError.Context?, mark: Mark, text: String
    ) -> String {
        if problem.contains("nesting level") { return "Nested too deep; flatten it." }
        let described = context.map { "\(problem), \($0.text)" } ?? problem
        if let context, context.text.contains("block scalar") {
            return "Quote a value that begins with > or |, such as \">=2.2\" (\(described))."
        }
        let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropFirst(mark.line - 1)
            .first
        switch line?.unicodeScalars.dropFirst(mark.column - 1).first {
        case "\t": return "Indent YAML with spaces, not tabs (\(described))."
        case "@", "`", "%", ">", "|": return "Quote a value that begins with this character (\(described))."
        default: return capitalized(described) + "."
        }
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func position(ofOffset offset: Int, in text: String) -> TextPosition {
        let before = text.prefix(offset)
        let line = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last ?? ""
        return TextPosition(line: before.count(where: \.isNewline) + 1, column: line.unicodeScalars.count + 1)
    }
}

extension Mark {
    fileprivate var position: TextPosition { TextPosition(line: max(line, 1), column: max(column, 1)) }
}
