import AirworthyPolicy
import AirworthyTexts

/// A gate, prompt or banner, from the moment it appears until it disappears.
struct ScreenItem: Hashable, Identifiable, Sendable {
    /// The progress of a trip to the store, after a press of the update button.
    enum Trip: Hashable, Sendable {
        case none
        /// The system is opening a link.
        case opening
        /// The system opened no link.
        case refused
    }

    /// The identity of the item, unique within the process.
    let id: Int
    var decision: Decision
    var presentation: Presentation
    /// Whether the client knows that the item is visible.
    var isReported = false
    /// Whether the user answered the prompt. It may stay visible to explain that no link opened.
    var isAnswered = false
    var trip = Trip.none
    /// Whether the user requested a new check.
    var isRetrying = false

    init(id: Int, presentation: Presentation, decision: Decision) {
        self.id = id
        self.presentation = presentation
        self.decision = decision
    }

    /// The release that the update button leads to.
    var update: Decision.Update? { presentation.update }

    var isPrompt: Bool {
        if case .prompt = presentation.content { true } else { false }
    }

    var isBanner: Bool { presentation.content == .banner }

    /// Whether the next presentation is still this item, perhaps with other texts.
    func isContinued(by next: Presentation, decision nextDecision: Decision) -> Bool {
        switch (presentation.content, next.content) {
        case (.banner, .banner): decision.rule == nextDecision.rule
        case (.prompt(let old), .prompt(let new)):
            !isAnswered && old.lowered == new.lowered && old.update?.version == new.update?.version
                && old.update?.build == new.update?.build
        default: presentation.isBlocking && next.isBlocking
        }
    }

    /// Removes the Skip button of a prompt.
    mutating func forbidSkipping() {
        guard case .prompt(var prompt) = presentation.content else { return }
        prompt.options.removeAll { $0 == .skip }
        presentation.content = .prompt(prompt)
    }

    /// Whether the item stays visible although there is nothing new to show.
    func stays(in silence: Presentation.Silence) -> Bool {
        switch (presentation.content, silence) {
        // The recommended update became required. The gate enforces it on return; the prompt can stay until then.
        case (.prompt, .inUse): true
        // Holding interruptions does not remove a visible item.
        case (.prompt, .held), (.banner, .held): true
        // The user answered this prompt, and no link has opened yet.
        case (.prompt, .answered), (.prompt, .skipped): isAnswered && trip != .none
        // The banner that the client recorded as shown is this one.
        case (.banner, .bannerShown): true
        default: false
        }
    }
}

extension ScreenWriter {
    /// Returns the texts and actions of an item; `nil` if there is nothing to show.
    func content(_ item: ScreenItem) -> ScreenContent? {
        content(
            for: item.decision, presentation: item.presentation, isChecking: item.isRetrying,
            isRefused: item.trip == .refused)
    }
}
