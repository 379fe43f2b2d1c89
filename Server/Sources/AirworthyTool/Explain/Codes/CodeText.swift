@_spi(Tools) import AirworthyPolicy

/// The explanation of a code: of a finding in a file, or of a refusal by a server.
struct CodeText: Hashable {
    /// The part of the product that reports the code.
    enum Group: CaseIterable {
        case linter, reader, text, conversion, reason, refusal, problem

        var title: String {
            switch self {
            case .linter: "What does the linter find?"
            case .reader: "What does the reader reject?"
            case .text: "What is wrong with the text of a file?"
            case .conversion: "What is lost between formats, and what does a lookup say?"
            case .reason: "Why was it decided so?"
            case .refusal: "Why does an app refuse a manifest?"
            case .problem: "Why does a server refuse?"
            }
        }

        /// The place where such a code stands.
        var place: String {
            switch self {
            case .linter, .reader, .text: "in a file"
            case .conversion: "in another format or a lookup"
            case .reason: "reason of a decision"
            case .refusal: "refusal by an app or verify"
            case .problem: "refusal by a server"
            }
        }

        /// The paragraph below the title.
        var introduction: String {
            switch self {
            case .linter: "The policy can be read, but it may do harm."
            case .reader:
                "A policy, a manifest, a catalog or the settings of an app has the wrong shape or a wrong value."
            case .text: "The file is not proper JSON or YAML."
            case .conversion: "`airworthy convert`, or a set-up for another format, reads or writes such a file."
            case .reason:
                "`airworthy decide`, `airworthy why` and `airworthy.summary` name it. Which statuses it comes with is in "
                    + "[decisions.md](decisions.md#what-does-each-reason-mean)."
            case .refusal:
                "The last accepted manifest stays in force. Look into every alarm: it means a forgery, a replay or a mistake in "
                    + "signing. The other codes have causes that pass."
            case .problem:
                "Over HTTP this is the `type` of an answer, after `urn:airworthy:problem:` (RFC 9457)."
            }
        }
    }

    let code: String
    let group: Group
    /// The severity, if it is always the same.
    let severity: Finding.Severity?
    /// The mistake or the fact, and the harm that it does.
    let meaning: String
    /// The way to mend it.
    let remedy: String
    /// Lines of a file with the mistake (`-`), and without it (`+`); the other lines are the same.
    let example: String?

    init(
        _ code: String, in group: Group, severity: Finding.Severity? = nil, meaning: String, remedy: String,
        example: String? = nil
    ) {
        self.code = code
        self.group = group
        self.severity = severity
        self.meaning = meaning
        self.remedy = remedy
        self.example = example
    }

    /// All explanations, in the order of the page.
    static let all = linter + reader + text + conversion + reasons + refusals + problems

    /// Returns the explanations of a code, which a file and a server may both have.
    ///
    /// Takes a code as it stands in messages, so also in brackets, and as the type of a problem.
    /// - Throws: ``ToolError`` with the nearest code if there is none of this name.
    static func texts(of word: String) throws(ToolError) -> [CodeText] {
        let code = normalized(word)
        let texts = all.filter { $0.code.lowercased() == code }
        guard texts.isEmpty else { return texts }
        let help =
            Spelling.nearest(to: code, among: all.map(\.code)).map { "did you mean `\($0)`?" }
            ?? "`airworthy explain --list` shows the codes."
        throw .badData("`\(word.printableLine)` is not a code; \(help) To explain the report of a device, add --app")
    }

    private static func normalized(_ word: String) -> String {
        let bare = word.lowercased().drop { "[( ".contains($0) }.prefix { !"]) ".contains($0) }
        return String(bare.split(separator: ":").last ?? "")
    }
}
