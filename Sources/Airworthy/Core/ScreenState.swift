import AirworthyPolicy
import Foundation

/// What is known of the screen, between the decision and whoever draws it.
struct ScreenState: Hashable, Sendable {
    /// How many parts of the app ask for quiet.
    var holds = 0
    /// The strongest trigger that came while it was quiet.
    var held: Presentation.Trigger?
    /// Whether a gate or maintenance was shown last.
    var isBlocked = false
    /// When time alone changes what is shown.
    var nextAt: Date?

    /// What to show now; remembers what the next moment depends on.
    mutating func present(
        _ decision: Decision, _ history: PromptHistory, at now: Date, trigger: Presentation.Trigger,
        isRechecking: Bool, calendar: Calendar, timeZone: TimeZone
    ) -> Presentation {
        let context = Presentation.Context(
            trigger, isBlocked: isBlocked, isHeld: holds > 0, isRechecking: isRechecking)
        let presentation = AirworthyPolicy.present(
            decision, history: history, context: context, at: now, calendar: calendar, timeZone: timeZone)
        if trigger != .check || presentation.isBlocking { isBlocked = presentation.isBlocking }
        if trigger != .check { nextAt = presentation.nextAt }
        if presentation.content == .nothing(.held) { held = Self.stronger(trigger, held) }
        return presentation
    }

    /// One part of the app does not ask for quiet any more.
    /// - Returns: The trigger to present with, if something was held back and nobody else asks for quiet.
    mutating func release() -> Presentation.Trigger? {
        holds = max(0, holds - 1)
        guard holds == 0, let trigger = held else { return nil }
        held = nil
        return trigger
    }

    /// A launch says more than a return, a return more than a new decision.
    private static func stronger(
        _ one: Presentation.Trigger, _ other: Presentation.Trigger?
    ) -> Presentation.Trigger {
        if one == .launch || other == .launch { return .launch }
        if one == .foreground || other == .foreground { return .foreground }
        return one
    }
}
