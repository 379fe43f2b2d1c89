import AirworthyPolicy

/// What is on the screen, and what becomes of it. Plain: it shows nothing, opens nothing and looks at no clock.
struct ScreenMachine: Hashable, Sendable {
    /// What has to be told to the client.
    enum Report: Hashable, Sendable {
        case shown(Presentation)
        case answer(PromptAnswer, Decision)
        case trip(Decision, opened: Bool)
    }

    /// What is on the screen; `nil` while the app has it for itself.
    private(set) var item: ScreenItem?
    /// Whether the app's content waits for the first answer of this launch.
    private(set) var isHolding = false
    /// Whether the app's content was shown. Before that there is nothing that a block could take from anybody.
    private(set) var wasContentShown = false
    private var lastID = 0

    /// - Parameter isHolding: Whether the app's content is to wait for the first answer of this launch.
    init(isHolding: Bool = false) { self.isHolding = isHolding }

    // MARK: What is on the screen

    /// The gate or maintenance, if there is one.
    var block: ScreenItem? { item.flatMap { $0.presentation.isBlocking ? $0 : nil } }

    /// The prompt, if there is one.
    var prompt: ScreenItem? { item.flatMap { $0.isPrompt ? $0 : nil } }

    /// The banner, if there is one.
    var banner: ScreenItem? { item.flatMap { $0.isBanner ? $0 : nil } }

    /// Whether the app's content exists: a block at launch is there before it.
    var hasContent: Bool { wasContentShown }

    /// Whether the app's content is out of reach.
    var isCovered: Bool { isHolding || block != nil }

    // MARK: Input

    /// Takes what is to be shown now.
    mutating func take(_ presentation: Presentation, _ decision: Decision) {
        defer { noteContent() }
        if case .nothing(let silence) = presentation.content {
            if let item, !item.stays(in: silence) { self.item = nil }
            if silence == .inUse, decision.status != .maintenance { item?.forbidSkipping() }
            return
        }
        guard var next = item, next.isContinued(by: presentation, decision) else {
            lastID += 1
            item = ScreenItem(id: lastID, presentation, decision)
            return
        }
        let isOther = next.decision.update != decision.update
        next.presentation = presentation
        next.decision = decision
        // Whoever is back from the store can set out again; for another release nothing was refused yet.
        if next.trip == .opening || isOther { next.trip = .none }
        item = next
    }

    /// The first answer of this launch is there, or was awaited for long enough.
    mutating func endHold() {
        isHolding = false
        noteContent()
    }

    private mutating func noteContent() {
        if !isCovered { wasContentShown = true }
    }

    /// Something came up. Several scenes may say so.
    mutating func appeared(_ id: Int) -> [Report] {
        guard let item, item.id == id, !item.isReported else { return [] }
        self.item?.isReported = true
        return [.shown(item.presentation)]
    }

    /// A button was pressed that closes a prompt, or a sheet was swiped away.
    mutating func dismiss(_ id: Int, _ answer: PromptAnswer) -> [Report] {
        guard let item, item.id == id, !item.presentation.isBlocking else { return [] }
        self.item = nil
        return item.isPrompt && !item.isAnswered ? [.answer(answer, item.decision)] : []
    }

    /// Somebody sets out for the update.
    /// - Returns: `nil` if that is under way already.
    mutating func depart(_ id: Int) -> [Report]? {
        guard let item, item.id == id, item.trip != .opening else { return nil }
        self.item?.trip = .opening
        guard item.isPrompt, !item.isAnswered else { return [] }
        self.item?.isAnswered = true
        return [.answer(.update, item.decision)]
    }

    /// The system opened a link, or none of them.
    /// - Parameters:
    ///   - id: The item of which the button was pressed; it may be gone by now.
    ///   - decision: What that item was about.
    ///   - opened: Whether a link opened.
    /// - Returns: The trip, to be told.
    mutating func departed(_ id: Int, _ decision: Decision, opened: Bool) -> [Report] {
        if let item, item.id == id {
            if opened, item.isPrompt { self.item = nil } else { self.item?.trip = opened ? .none : .refused }
        }
        return [.trip(decision, opened: opened)]
    }

    /// Somebody asked for a newer answer, or it is there.
    mutating func setRetrying(_ isRetrying: Bool) { item?.isRetrying = isRetrying }
}
