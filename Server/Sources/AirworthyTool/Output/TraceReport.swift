import AirworthyPolicy

/// How a decision was reached, as an indented outline: `✓` true, `✗` false, `?` undecided.
struct TraceReport {
    let trace: Trace
    let style: TerminalStyle

    var lines: [String] {
        section("Rules", trace.rules.flatMap(rule), orElse: "the policy has none")
            + section("Offers", table(trace.offers.map(offer)), orElse: nil)
            + section(
                "Features",
                trace.features.sorted { $0.key < $1.key }.map { "\($0.key): rule \($0.value)".printable }, orElse: nil)
            + section("Notes", trace.notes.map(\.printable), orElse: nil)
    }

    private func section(_ title: String, _ lines: [String], orElse fallback: String?) -> [String] {
        let content = lines.isEmpty ? [fallback].compactMap { $0 } : lines
        return content.isEmpty ? [] : [style(title, .bold)] + content.map { "  " + $0 }
    }

    private func rule(_ step: Trace.RuleStep) -> [String] {
        let outcome = step.outcome.isEmpty ? "" : ": \(step.outcome)"
        let decided = step.decided ? style("  ← decided", .bold) : ""
        return ["\(mark(step.condition.truth)) \(step.rule)\(outcome)".printable + decided]
            + conditions(step.condition, depth: 1)
    }

    private func conditions(_ node: Trace.ConditionStep, depth: Int) -> [String] {
        let indent = String(repeating: "    ", count: depth)
        let seen = node.seen.map { ", seen \($0)" } ?? ""
        return ["\(indent)\(mark(node.truth)) \(node.key): \(node.expected)\(seen)".printable]
            + node.parts.flatMap { conditions($0, depth: depth + 1) }
    }

    private func offer(_ step: Trace.OfferStep) -> [String] {
        let place = step.storefront.map { "\(step.channel) \($0)" } ?? "\(step.channel)"
        return [step.release, place, step.verdict].map(\.printable)
    }

    private func table(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                column == columns - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
            }.joined(separator: "  ")
        }
    }

    private func mark(_ truth: Truth) -> String {
        switch truth {
        case .true: "✓"
        case .false: "✗"
        case .undecided: "?"
        }
    }
}
