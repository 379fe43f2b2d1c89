import AirworthyPolicy

/// The plan of `apply`, its mistakes and its results as Markdown for a comment on a pull request.
struct ApplyMarkdown {
    var plan: ApplyPlan?
    /// The mistakes of files, with which nothing is planned.
    var problems: [FindingReport] = []
    /// The reason for which the command failed.
    var failure: String?
    /// The changes that were made.
    var results: [ApplyResult] = []

    /// The text, of limited length.
    var text: String {
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

    /// Returns the findings as a list with file and line.
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
