import AirworthyChannel
import AirworthyPolicy

/// The line in the log of a debug or TestFlight build that says how its launch ended: otherwise a gate that cannot appear there looks like
/// one that does not work.
struct LaunchNote: Sendable, CustomStringConvertible {
    let decision: Decision
    let status: PolicyStatus
    /// The channel that a launch argument or the debug panel has set.
    let pretended: Channel?
    /// The last problem with a source.
    let problem: String?
    /// The sentence about a language of the screens that is not the device's.
    let languageHint: String?

    var description: String {
        [
            "\(app), channel \(decision.channel)\(pretended == nil ? "" : " (pretended)")", "rules: \(rules)",
            "decision: \(decision.line)\(hint)",
        ].joined(separator: "; ") + (languageHint.map { (hint.isEmpty ? ". " : " ") + $0 } ?? "")
    }

    private var app: String {
        let build = decision.installedBuild.map { " (\($0))" } ?? ""
        return "\(decision.platform.displayName) version \(decision.installedVersion)\(build)"
    }

    private var rules: String {
        let words = status.revision.map { "\(status.source.words), revision \($0)" } ?? status.source.words
        return problem.map { "\(words) (\($0))" } ?? words
    }

    private var hint: String {
        if decision.blocking || !decision.channel.mustBeListed { return "" }
        return
            ". Nothing blocks or prompts in this channel unless a rule names it. To see a gate, launch a debug build with "
            + "\(LaunchArgument.decision) required; to be treated as a user, with \(LaunchArgument.channel) appstore."
    }
}

extension RefreshLoop {
    /// Writes the line about the launch once the launch is over, in a build for developers or testers.
    func noteLaunch() async {
        guard core.state.withLock({ !$0.launch.isEmpty }) else { return }
        await core.waitUntilSettled { $0.launch.isEmpty }
        guard !Task.isCancelled else { return }
        let pretended = follower.detector.override
        let deviceTime = core.environment.now()
        let note = core.state.withLock { state in
            LaunchNote(
                decision: state.decision, status: state.policyStatus(at: deviceTime), pretended: pretended,
                problem: state.problem, languageHint: core.languageHint)
        }
        guard pretended != nil || note.decision.channel.isDeveloper else { return }
        core.environment.log.notice("\(note)")
    }
}
