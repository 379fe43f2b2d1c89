// snippet.show-presentation
import AirworthyPolicy
// snippet.hide
import Foundation

private struct Screen {
    var log: (Presentation.Silence) -> Void
    var showBanner: (String?) -> Void
    var showSheet: (Presentation.Prompt) -> Void
    func cover(_ gate: Presentation.Gate) {}
    func cover(until: Date, isRechecking: Bool) {}

    func launch(
        _ installation: Installation, decision: Decision, history: PromptHistory, now: Date, calendar: Calendar
    ) -> PromptHistory {
        // snippet.show

        // Record an event: the history after it.
        let next = history.after(.launched(installation), at: now, calendar: calendar).history

        // What to show now.
        let shown = present(decision, history: next, context: .init(.launch), at: now, calendar: calendar)
        switch shown.content {
        case .nothing(let reason): log(reason)
        case .banner: showBanner(decision.message)
        case .prompt(let prompt): showSheet(prompt)
        case .gate(let gate): cover(gate)
        case .maintenance(let until, let isRechecking): cover(until: until, isRechecking: isRechecking)
        }
        // snippet.end
        return next
    }
}
