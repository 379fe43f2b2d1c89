import AirworthyPolicy

/// Something on the screen, from when it comes up until it goes away.
struct ScreenItem: Hashable, Sendable {
    /// Where somebody is who pressed the button that leads to the update.
    enum Trip: Hashable, Sendable {
        case none
        /// The system was asked to open a link.
        case opening
        /// It opened none.
        case refused
    }

    /// Tells one item from the next.
    let id: Int
    var decision: Decision
    var presentation: Presentation
    /// Whether it was reported that it is on the screen.
    var isReported = false
    /// Whether the prompt was answered. It may stay to say that no link opened.
    var isAnswered = false
    var trip = Trip.none
    /// Whether somebody asked for a newer answer.
    var isRetrying = false

    init(id: Int, _ presentation: Presentation, _ decision: Decision) {
        self.id = id
        self.presentation = presentation
        self.decision = decision
    }

    /// The release to go to.
    var update: Decision.Update? {
        switch presentation.content {
        case .prompt(let prompt): prompt.update
        case .gate(let gate): gate.update
        case .nothing, .banner, .maintenance: nil
        }
    }

    var isPrompt: Bool {
        if case .prompt = presentation.content { true } else { false }
    }

    var isBanner: Bool { presentation.content == .banner }

    /// Whether what is to be shown next is this, perhaps with other words.
    func isContinued(by next: Presentation, _ nextDecision: Decision) -> Bool {
        switch (presentation.content, next.content) {
        case (.banner, .banner): decision.rule == nextDecision.rule
        case (.prompt(let old), .prompt(let new)):
            !isAnswered && old.lowered == new.lowered && old.update?.version == new.update?.version
                && old.update?.build == new.update?.build
        default: presentation.isBlocking && next.isBlocking
        }
    }

    /// Takes the way to skip away from a prompt.
    mutating func forbidSkipping() {
        guard case .prompt(var prompt) = presentation.content else { return }
        prompt.options.removeAll { $0 == .skip }
        presentation.content = .prompt(prompt)
    }

    /// Whether it stays although there is nothing new to show.
    func stays(in silence: Presentation.Silence) -> Bool {
        switch (presentation.content, silence) {
        // What it recommends is required by now, which is enforced on return and no reason to pull it away.
        case (.prompt, .inUse): true
        // What is on the screen stays while interruptions are held back.
        case (.prompt, .held), (.banner, .held): true
        // Somebody answered this very prompt, and no link opened so far.
        case (.prompt, .answered), (.prompt, .skipped): isAnswered && trip != .none
        // This is the banner that was seen.
        case (.banner, .bannerShown): true
        default: false
        }
    }
}
