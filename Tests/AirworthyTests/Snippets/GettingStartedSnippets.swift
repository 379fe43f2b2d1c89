// snippet.one-client
import Airworthy
import Foundation

/// The only client of the process. Creating it reads a small file and makes no network request.
let airworthy = Airworthy(
    .server(
        URL(string: "https://updates.example.com")!, app: "hashtags",
        roots: ["A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=", "dLYofgRG7NcqUG0z3ppc3RaAPVSzBEnfzENEQWwsQ48="]))
// snippet.end

private func askAtOnce(_ airworthy: Airworthy, allowWork: () -> Void, openEditor: () -> Void) {
    // snippet.ask-at-once
    if !airworthy.decision.blocking {
        allowWork()
    }
    if airworthy.isEnabled("new-editor") {
        openEditor()
    }
    // snippet.end
}

private func hold(_ airworthy: Airworthy) async {
    // snippet.first-second
    let decision = await airworthy.launchDecision(timeout: 3)
    if decision.blocking { return }
    // snippet.end
}

private func count(_ airworthy: Airworthy, log: (String) -> Void) async {
    // snippet.events
    for await event in airworthy.events {
        switch event {
        case .refused(let code, _, let isAlarm): log("\(isAlarm ? "ALARM" : "rejected"): \(code)")
        case .aging(let expiresAt): log("publish the manifest again before \(expiresAt)")
        case .gateLowered(let rule, _): log("\(rule ?? "a rule") sends users to a store without an update")
        default: break
        }
    }
    // snippet.end
}

private func listen(_ airworthy: Airworthy, log: (String) -> Void) async {
    // snippet.decisions
    for await decision in airworthy.decisions {
        log("\(decision.status) because of \(decision.rule ?? "no rule")")
    }
    // snippet.end
}
