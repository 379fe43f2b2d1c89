import Airworthy
import AirworthyPolicy
import Foundation

private struct Screens {
    func clear() {}
    func banner(_ message: String?) {}
    func sheet(_ prompt: Presentation.Prompt) {}
    func cover(_ gate: Presentation.Gate, support: String?) {}
    func cover(until: Date) {}
}

private func present(_ airworthy: Airworthy, on screens: Screens) async {
    // snippet.present
    func show(_ trigger: Presentation.Trigger) {
        let shown = airworthy.presentation(trigger)
        let decision = airworthy.decision
        switch shown.content {
        case .nothing: screens.clear()
        case .banner: screens.banner(decision.message)
        case .prompt(let prompt): screens.sheet(prompt)
        case .gate(let gate): screens.cover(gate, support: decision.support)
        case .maintenance(let until, _): screens.cover(until: until)
        }
        airworthy.didShow(shown)
    }
    show(.launch)
    for await trigger in airworthy.presentationTriggers { show(trigger) }
    // snippet.end
}

private func buttons(_ airworthy: Airworthy, _ decision: Decision, open: (String) async -> Bool) async {
    // snippet.answers
    // "Update" on a prompt. On a gate only the second line applies.
    airworthy.answer(.update, to: decision)
    airworthy.didOpenStore(for: decision, succeeded: await open(decision.update?.url ?? ""))

    // "Later", or a swipe.
    airworthy.answer(.later, to: decision)
    // snippet.end
}

private func record(_ airworthy: Airworthy, make: () async -> Void) async {
    // snippet.hold
    await airworthy.holdInterruptions { await make() }
    // snippet.end
}

private func look(_ airworthy: Airworthy, say: (String) -> Void) async {
    // snippet.check
    let check = await airworthy.check()
    switch check.outcome {
    case .upToDate: say("You have the newest version.")
    case .available(let update): say("Version \(update.version?.description ?? "?") is available.")
    case .undetermined: say("The check failed. Please try again later.")
    }
    // snippet.end
}
