import AirworthyPolicy

/// A decision in words: the answer first, then what it rests on.
struct DecisionReport {
    let decision: Decision
    let style: TerminalStyle

    init(_ decision: Decision, _ style: TerminalStyle) {
        self.decision = decision
        self.style = style
    }

    var lines: [String] {
        [headline] + details.lines + (decision.trace.map { [""] + TraceReport(trace: $0, style: style).lines } ?? [])
    }

    private var headline: String {
        let installed = Self.release(decision.installedVersion, decision.installedBuild).printable
        let step = installed + (decision.update.map { " → \(Self.text($0))" } ?? "")
        switch decision.status {
        case .ok: return "\(style("OK", .green, .bold))  \(installed) may carry on"
        case .recommended: return "\(style("RECOMMENDED", .blue, .bold))  \(step)"
        case .required: return "\(style("REQUIRED", .red, .bold))  \(step)"
        case .requiredUnavailable:
            let consequence = decision.blocking ? "is blocked" : "may carry on"
            return "\(style("REQUIRED, BUT UNAVAILABLE", .yellow, .bold))  \(installed) \(consequence)"
        case .maintenance:
            let end = decision.maintenance.map { "until \(Timestamp.format($0.until))" } ?? ""
            return "\(style("MAINTENANCE", .yellow, .bold))  \(end)"
        }
    }

    private var details: LabelledLines {
        var lines = LabelledLines(style)
        lines.add("rule", decision.rule ?? "none")
        lines.add("reason", reason)
        lines.add("blocking", decision.blocking ? "yes" : "no")
        lines.add("softened", decision.softened.map { "\($0): the policy is too old to block" })
        lines.add("title", decision.title)
        lines.add("message", decision.message)
        lines.add("where", decision.update?.url ?? decision.maintenance?.url)
        lines.add("evidence", decision.update.map { Self.evidence($0) })
        lines.add("needs", decision.update?.minimumOS.map { "\(decision.platform.displayName) \($0)" })
        lines.add("notes", decision.update?.notes)
        lines.add("newest", decision.newest.map { Self.text($0) } ?? "none known for this installation")
        lines.add("remind", decision.remind.map { decision.skippable ? "\($0), skippable" : "\($0)" })
        lines.add("deadline", decision.deadline.map(Timestamp.format))
        lines.add("expiry", decision.expiry.map { "the installed beta ends \(Timestamp.format($0))" })
        lines.add("may change", decision.reevaluateAt.map(Timestamp.format))
        lines.add("facts as of", decision.factsAsOf.map(Timestamp.format))
        lines.add("support", decision.support)
        lines.add("features", features)
        return lines
    }

    private var reason: String {
        decision.reason.explanation.map { "\(decision.reason): \($0)" } ?? decision.reason.rawValue
    }

    private var features: String {
        decision.features.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.jsonText())" }.joined(
            separator: "\n")
    }

    private static func text(_ update: Decision.Update) -> String {
        guard let version = update.version else { return "what its page offers" }
        return release("\(version)", update.build) + (update.leavesBeta ? " on the App Store, leaving the beta" : "")
    }

    private static func evidence(_ update: Decision.Update) -> String {
        let published = update.publishedAt.map { ", published \(Timestamp.format($0))" } ?? ""
        switch update.evidence {
        case .catalog: return "catalog: a known release\(published)"
        case .asserted: return "asserted: the author's word\(published)"
        }
    }

    private static func release(_ version: String, _ build: BuildNumber?) -> String {
        build.map { "\(version) (\($0))" } ?? version
    }
}
