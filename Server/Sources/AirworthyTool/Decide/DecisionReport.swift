import AirworthyPolicy

struct DecisionReport {
    let decision: Decision
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        [headline] + details.lines + (decision.trace.map { [""] + TraceReport(trace: $0, style: style).lines } ?? [])
    }

    private var headline: String {
        let installed = Self.release(decision.installedVersion, build: decision.installedBuild).printable
        let step = installed + (decision.update.map { " → \(text(of: $0))" } ?? "")
        switch decision.status {
        case .ok: return "\(style("OK", as: .green, .bold))  \(installed) may carry on"
        case .recommended: return "\(style("RECOMMENDED", as: .blue, .bold))  \(step)"
        case .required: return "\(style("REQUIRED", as: .red, .bold))  \(step)"
        case .requiredUnavailable:
            let consequence = decision.blocking ? "is blocked" : "may carry on"
            return "\(style("REQUIRED, BUT UNAVAILABLE", as: .yellow, .bold))  \(installed) \(consequence)"
        case .maintenance:
            let end = decision.maintenance.map { "until \(Timestamp.format($0.until))" } ?? ""
            return "\(style("MAINTENANCE", as: .yellow, .bold))  \(end)"
        }
    }

    private var details: LabelledLines {
        var lines = LabelledLines(style: style)
        lines.add("rule", value: decision.rule ?? "none")
        lines.add("reason", value: decision.reason.text)
        lines.add("blocking", value: decision.blocking ? "yes" : "no")
        lines.add("softened", value: decision.softened.map { "\($0): the policy is too old to block" })
        lines.add("title", value: decision.title)
        lines.add("message", value: decision.message)
        lines.add("where", value: decision.update?.url ?? decision.maintenance?.url)
        lines.add("evidence", value: decision.update.map { Self.evidence(for: $0) })
        lines.add("needs", value: decision.update?.minimumOS.map { "\(decision.platform.displayName) \($0)" })
        lines.add("notes", value: decision.update?.notes)
        lines.add("newest", value: decision.newest.map { text(of: $0) } ?? noNewest)
        lines.add("remind", value: decision.remind.map { decision.skippable ? "\($0), skippable" : "\($0)" })
        lines.add("deadline", value: decision.deadline.map(Timestamp.format))
        lines.add("expiry", value: decision.expiry.map { "the installed beta ends \(Timestamp.format($0))" })
        lines.add("may change", value: decision.reevaluateAt.map(Timestamp.format))
        lines.add("facts as of", value: decision.factsAsOf.map(Timestamp.format))
        lines.add("support", value: decision.support)
        lines.add("features", value: features)
        return lines
    }

    private var noNewest: String {
        decision.factsAsOf == nil ? "unknown: no release data" : "none for this installation"
    }

    private var features: String {
        decision.features.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.jsonText())" }.joined(
            separator: "\n")
    }

    private func text(of update: Decision.Update) -> String {
        guard let version = update.version else {
            return "whatever its \(decision.channel == .appstore ? "App Store page" : "page") offers"
        }
        return Self.release("\(version)", build: update.build)
            + (update.leavesBeta ? " on the App Store, leaving the beta" : "")
    }

    private static func evidence(for update: Decision.Update) -> String {
        let published = update.publishedAt.map { ", published \(Timestamp.format($0))" } ?? ""
        switch update.evidence {
        case .catalog: return "catalog: a known release\(published)"
        case .asserted: return "asserted: the author's word\(published)"
        }
    }

    private static func release(_ version: String, build: BuildNumber?) -> String {
        build.map { "\(version) (\($0))" } ?? version
    }
}

extension Reason {
    /// The reason with its explanation, such as `osTooOld: the update needs a newer system`.
    var text: String { explanation.map { "\(self): \($0)" } ?? rawValue }

    /// The reason in words, such as `the update needs a newer system`.
    var words: String { explanation ?? rawValue }

    /// The explanation; `nil` for a reason that this tool does not know.
    private var explanation: String? {
        switch self {
        case .noRule: "no rule matches"
        case .matched: "the rule matches"
        case .exempt: "the rule exempts this installation"
        case .upToDate: "there is nothing newer to recommend"
        case .targetReached: "the rule's target is installed"
        case .stepNotNamed: "the rule has no level for a step of this size"
        case .maintenanceOver: "the maintenance is over"
        case .beforeDeadline: "it becomes required at the deadline"
        case .betaExpiry: "the installed beta expires"
        case .unreadableVersion: "the installed version cannot be read"
        case .newerThanKnown: "the installed build is newer than every known release"
        case .undecidedExemption: "a weaker rule above could not be decided"
        case .inReview: "this build is in App Review"
        case .foreignHost: "it runs on a system of another platform"
        case .testFlightGroups: "it is not known whether this tester's groups have the build"
        case .unconfirmedDeadline: "the deadline has passed, but the policy was not confirmed since"
        case .osTooOld: "the update needs a newer system"
        case .notInStorefront: "the update is not sold in this storefront, or not in all while it is unknown"
        case .notSettled: "the update has not been out for long enough"
        case .noOffer: "no known release is suitable"
        case .loop: "the update would be required to update again"
        case .noURL: "there is no known URL of the update"
        case .noEvidence: "no release is known for this platform and channel"
        case .phased: "the phased release has not reached this device"
        default: nil
        }
    }
}

/// The explanation of a decision as an indented outline: `✓` true, `✗` false, `?` undecided.
struct TraceReport {
    let trace: Trace
    let style: TerminalStyle

    var lines: [String] {
        style.section(
            "Rules", lines: trace.rules.isEmpty ? ["  the policy has none"] : trace.rules.flatMap(lines(for:)))
            + style.section("Offers", lines: offers.lines)
            + style.section(
                "Features",
                lines: trace.features.sorted { $0.key < $1.key }.map { "  \($0.key): rule \($0.value)".printable })
            + style.section("Notes", lines: trace.notes.map { "  " + $0.printable })
    }

    private func lines(for step: Trace.RuleStep) -> [String] {
        let outcome = step.outcome.isEmpty ? "" : ": \(step.outcome)"
        let decided = step.decided ? style("  ← decided", as: .bold) : ""
        return ["  \(mark(step.condition.truth)) \(step.rule)\(outcome)".printable + decided]
            + lines(for: step.condition, depth: 1)
    }

    private func lines(for node: Trace.ConditionStep, depth: Int) -> [String] {
        let indent = String(repeating: "    ", count: depth)
        let seen = node.seen.map { ", seen \($0)" } ?? ""
        return ["  \(indent)\(mark(node.truth)) \(node.key): \(node.expected)\(seen)".printable]
            + node.parts.flatMap { lines(for: $0, depth: depth + 1) }
    }

    private var offers: Columns {
        var columns = Columns()
        for step in trace.offers {
            columns.add(
                step.release, step.storefront.map { "\(step.channel) \($0)" } ?? "\(step.channel)", step.verdict)
        }
        return columns
    }

    private func mark(_ truth: Truth) -> String {
        switch truth {
        case .true: "✓"
        case .false: "✗"
        case .undecided: "?"
        }
    }
}
