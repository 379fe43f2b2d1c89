import AirworthyPolicy
import Foundation

/// A rule of the trace: whether it fits the installation, and why it did or did not decide.
struct RuleTrace: Sendable {
    let id: String
    /// The whole rule as a sentence.
    let sentence: String
    let sign: String
    /// `decides`, `does not fit`, `fits`, `undecided` or `not needed`.
    let word: String
    let style: String
    /// Why the rule did not decide, or what it does.
    let reason: String
    let condition: ConditionTrace
    let isDeciding: Bool

    /// Returns the rules in order.
    static func all(of decision: Decision, policy: Policy, at now: Date) -> [RuleTrace] {
        guard let steps = decision.trace?.rules else { return [] }
        let winner = steps.firstIndex(where: \.decided) ?? steps.endIndex
        let rules = Dictionary(policy.rules.map { ($0.id, $0) }) { first, _ in first }
        return steps.enumerated().map { index, step in
            RuleTrace(step, rule: rules[step.rule], isLater: index > winner, winner: decision.rule, at: now)
        }
    }

    private init(_ step: Trace.RuleStep, rule: Rule?, isLater: Bool, winner: String?, at now: Date) {
        id = step.rule
        sentence = rule?.sentence(at: now) ?? ""
        sign = step.condition.truth.sign
        isDeciding = step.decided
        condition = ConditionTrace(step.condition)
        let outcome = step.outcomeWords ?? ""
        switch step.condition.truth {
        case _ where step.decided:
            (word, style) = ("decides", "accent")
            reason = "It fits: \(outcome)."
        case .true where isLater:
            (word, style) = ("not needed", "")
            reason = "It would fit, too (\(outcome)), but \(winner ?? "an earlier rule") comes first."
        case .true:
            (word, style) = ("fits", "good")
            reason = "It fits, but does not decide: \(outcome)."
        case .false:
            (word, style) = ("does not fit", "")
            reason = "It does not fit: \(step.condition.whyNot)."
        case .undecided:
            (word, style) = ("undecided", "warn")
            reason = "It does not apply: \(step.condition.whyNot)."
        }
    }
}

/// A condition of the trace, with those inside it.
struct ConditionTrace: Sendable {
    let sign: String
    /// The result in a word: `true`, `false` or `undecided`.
    let word: String
    let style: String
    let text: String
    /// What the installation has instead.
    let seen: String?
    let parts: [ConditionTrace]

    init(_ step: Trace.ConditionStep) {
        sign = step.truth.sign
        word = step.truth.rawValue
        style = step.truth.style
        text = step.words
        seen = step.seenWords
        parts = step.parts.map(ConditionTrace.init)
    }
}
