import AirworthyPolicy
import Foundation

/// The state between the decision and the view that shows it.
struct ScreenState: Hashable, Sendable {
    /// The number of interruption holds.
    private var holds = 0
    /// The strongest trigger that was held back.
    private var held: Presentation.Trigger?
    /// Whether the last presentation was a gate or maintenance.
    private(set) var isBlocked = false
    /// The time at which the presentation changes without a new decision.
    private(set) var nextAt: Date?

    /// Returns the presentation of a decision, and updates the state for the next one.
    mutating func present(
        _ decision: Decision, history: PromptHistory, at now: Date, trigger: Presentation.Trigger,
        isRechecking: Bool, timeZone: TimeZone
    ) -> Presentation {
        let context = Presentation.Context(
            trigger, isBlocked: isBlocked, isHeld: holds > 0, isRechecking: isRechecking)
        let presentation = AirworthyPolicy.present(
            decision, history: history, context: context, at: now, calendar: Calendar(identifier: .gregorian),
            timeZone: timeZone)
        if trigger != .check || presentation.isBlocking { isBlocked = presentation.isBlocking }
        if trigger != .check { nextAt = presentation.nextAt }
        if presentation.content == .nothing(.held) {
            held = [trigger, held].compactMap(\.self).max { $0.rank < $1.rank }
        }
        return presentation
    }

    /// Returns whether the presentation is due to change, once for each ``nextAt``.
    mutating func takeChange(at now: Date) -> Bool {
        guard let nextAt, nextAt <= now else { return false }
        self.nextAt = nil
        return true
    }

    /// Adds an interruption hold.
    mutating func hold() { holds += 1 }

    /// Removes an interruption hold.
    /// - Returns: The trigger to present with, if it was the last hold and something was held back.
    mutating func release() -> Presentation.Trigger? {
        holds = max(0, holds - 1)
        guard holds == 0, let trigger = held else { return nil }
        held = nil
        return trigger
    }
}

extension Presentation.Trigger {
    /// The strength of a trigger: a launch allows more than a return, and a return more than a new decision.
    fileprivate var rank: Int {
        switch self {
        case .launch: 2
        case .foreground: 1
        case .refresh, .check: 0
        }
    }
}
