public import AirworthyPolicy

extension Airworthy {
    /// What to show at a moment. Ask at launch, and for each of ``presentationTriggers``; report what happens by ``didShow(_:)``,
    /// ``answer(_:to:)`` and ``didOpenStore(for:succeeded:)``.
    /// - Parameter trigger: What brought the moment about.
    /// - Returns: What to show.
    public func presentation(_ trigger: Presentation.Trigger) -> Presentation { core.present(trigger) }

    /// When to ask for ``presentation(_:)`` again, and with which trigger: a new decision, a return to the foreground, a
    /// hold that ended, a time that has come. Each caller gets a sequence of its own.
    public var presentationTriggers: AsyncStream<Presentation.Trigger> { core.presentationTriggers.stream() }

    /// The former name of ``presentationTriggers``.
    @available(*, deprecated, renamed: "presentationTriggers")
    public var moments: AsyncStream<Presentation.Trigger> { presentationTriggers }

    /// Reports that something came up.
    /// - Parameter presentation: What is on the screen now.
    public func didShow(_ presentation: Presentation) { core.shown(presentation) }

    /// Reports an answer to the prompt on the screen. Swiping it away is `later`; being killed or called away is none.
    /// - Parameters:
    ///   - answer: What somebody did.
    ///   - decision: What the prompt was about.
    public func answer(_ answer: PromptAnswer, to decision: Decision) {
        core.note(.answered(answer, to: decision), .answered(answer, decision))
    }

    /// Reports that somebody set out for the store, from a gate or a prompt.
    /// - Parameters:
    ///   - decision: What the gate or prompt was about.
    ///   - succeeded: Whether the link opened.
    public func didOpenStore(for decision: Decision, succeeded: Bool) {
        core.note(.storeTrip(for: decision, opened: succeeded), .storeTrip(decision, opened: succeeded))
    }

    /// The former name of ``didOpenStore(for:succeeded:)``.
    /// - Parameters:
    ///   - decision: The decision behind the gate or prompt.
    ///   - opened: Whether the link opened.
    @available(*, deprecated, renamed: "didOpenStore(for:succeeded:)")
    public func wentToStore(for decision: Decision, opened: Bool) { didOpenStore(for: decision, succeeded: opened) }

    /// Keeps prompts and gates away until the hold ends.
    /// - Returns: The hold. It ends when you end it, or let go of it.
    public func holdInterruptions() -> InterruptionHold { InterruptionHold(core) }

    /// Reports that the app left the foreground. From then on there are no timers.
    public func enteredBackground() { core.leave() }

    /// Reports that the app came back, and asks the sources if the last time was a while ago. At the launch itself it does
    /// nothing.
    public func enteredForeground() async { await core.enter() }
}
