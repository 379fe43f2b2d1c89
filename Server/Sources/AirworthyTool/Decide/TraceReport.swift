import AirworthyPolicy

/// The explanation of a decision as an indented outline: `✓` true, `✗` false, `?` undecided.
struct TraceReport {
    let trace: Trace
    let style: TerminalStyle

    var lines: [String] {
        section("Rules", lines: trace.rules.isEmpty ? ["  the policy has none"] : trace.rules.flatMap(lines(for:)))
            + section("Offers", lines: offers.lines)
            + section(
                "Features",
                lines: trace.features.sorted { $0.key < $1.key }.map { "  \($0.key): rule \($0.value)".printable })
            + section("Notes", lines: trace.notes.map { "  " + $0.printable })
    }

    private func section(_ title: String, lines: [String]) -> [String] {
        lines.isEmpty ? [] : [style(title, as: .bold)] + lines
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
