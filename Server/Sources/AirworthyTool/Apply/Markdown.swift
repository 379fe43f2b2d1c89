import AirworthyPolicy

/// Markdown for a comment on GitHub or GitLab.
///
/// Text from files and servers appears in code only, where neither Markdown nor HTML applies and `@name` mentions nobody.
enum Markdown {
    /// GitHub takes comments of 65,536 characters, so this leaves room for a script's own lines.
    static let maximumLength = 60_000

    /// Returns a text as inline code of one line, shortened after 400 characters.
    static func code(_ text: String) -> String {
        let line = text.printable.replacing("\n", with: " ").trimmed
        let short = line.count > 400 ? "\(line.prefix(400))…" : line
        guard !short.isEmpty else { return "" }
        let fence = String(repeating: "`", count: longestRun(in: short) + 1)
        return "\(fence) \(short) \(fence)"
    }

    /// Returns lines as a block of code.
    static func block(_ lines: [String]) -> [String] {
        let lines = lines.flatMap {
            $0.printable.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        let fence = String(repeating: "`", count: max(3, (lines.map(longestRun).max() ?? 0) + 1))
        return ["\(fence)text"] + lines + [fence]
    }

    private static func longestRun(in text: String) -> Int {
        var (longest, run) = (0, 0)
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}

extension ApplyOutcome {
    /// The plan, its mistakes and its results as Markdown for a comment on a pull request, of limited length.
    var markdown: String {
        var sections = [["## Airworthy", ""] + headline]
        for report in problems { sections.append(["", "### \(Markdown.code(report.file))", ""] + Self.list(report)) }
        for app in plan?.changed ?? [] { sections.append(Self.section(app)) }
        sections.append(rest)
        return Self.joined(sections)
    }

    private var headline: [String] {
        var lines: [String] = []
        if !problems.isEmpty { lines.append("**Nothing was planned:** files have mistakes.") }
        if let plan {
            lines.append("**Plan: \(plan.headline).**")
            if !plan.refused.isEmpty {
                let names = plan.refused.map { Markdown.code($0.app) }.joined(separator: ", ")
                lines += ["", "**The server refuses the policy of \(names)**, because it has errors."]
            }
        }
        if let failure { lines += ["", "**Failed:** \(Markdown.code(failure))"] }
        if !results.isEmpty { lines += [""] + results.map { "- done: \(Markdown.code($0.line))" } }
        return lines
    }

    private var rest: [String] {
        guard let plan else { return [] }
        let unchanged = plan.apps.filter(\.changesNothing).map { Markdown.code($0.app) }
        guard !unchanged.isEmpty else { return [] }
        return ["", "No change: \(unchanged.joined(separator: ", "))"]
    }

    private static func section(_ plan: AppPlan) -> [String] {
        let report = AppChangeReport(plan: plan, style: .plain)
        var lines = ["", "### \(Markdown.code(plan.app)) \(plan.summary)"]
        if !report.settings.isEmpty { lines += ["", "Settings:", ""] + Markdown.block(report.settings) }
        if !report.catalog.isEmpty { lines += ["", "Catalog:", ""] + Markdown.block(report.catalog) }
        switch plan.publication {
        case nil: break
        case .policy(_, let preflight):
            lines +=
                ["", "Policy:", ""] + list(preflight.findings) + [""]
                + Markdown.block(Array(preflight.effect.joined(separator: [""])))
        case .manifest: lines += ["", "Manifest, signed by CI:", ""] + Markdown.block(report.manifest)
        }
        return lines
    }

    private static func list(_ report: FindingReport) -> [String] {
        guard !report.findings.isEmpty else { return ["No findings."] }
        return report.findings.map { finding in
            let place = finding.position.map { "\(report.file):\($0)" } ?? report.file
            let path = finding.path.isEmpty ? "" : "\(finding.path): "
            return "- \(finding.severity.rawValue): \(Markdown.code(place)) \(Markdown.code(path + finding.message))"
        }
    }

    /// Joins sections as far as they fit. A section that does not fit is cut between lines, and a block of code is closed.
    private static func joined(_ sections: [[String]]) -> String {
        var (text, length) = ("", 0)
        var fence: String?
        for line in sections.joined() {
            guard length + line.utf16.count + 200 < Markdown.maximumLength else {
                let end = fence.map { "\($0)\n" } ?? ""
                return "\(text)\(end)\n… The rest is left out; run `airworthy apply --plan` to see it.\n"
            }
            text += "\(line)\n"
            length += line.utf16.count + 1
            if let open = fence {
                if line == open { fence = nil }
            } else if line.hasPrefix("```"), line.hasSuffix("text") {
                fence = String(line.dropLast(4))
            }
        }
        return text
    }
}
