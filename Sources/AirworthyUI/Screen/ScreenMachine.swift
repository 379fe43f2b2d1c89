import AirworthyPolicy
import AirworthyTexts

/// The state of the screen and its transitions. It draws nothing, opens nothing and reads no clock.
struct ScreenMachine: Hashable, Sendable {
    /// An event to report to the client.
    enum Report: Hashable, Sendable {
        case shown(Presentation)
        case answer(PromptAnswer, Decision)
        case trip(Decision, opened: Bool)
    }

    /// The visible item; `nil` while only the app's content is visible.
    private(set) var item: ScreenItem?
    /// Whether the app's content waits for the first decision of this launch.
    private(set) var isHolding = false
    /// Whether the held launch takes so long that the user needs a text.
    private(set) var isLaunchSlow = false
    /// Whether the app's content was visible in this process. A block at launch comes before the content exists.
    private(set) var hasContent = false
    private var lastID = 0

    /// Creates an empty screen.
    /// - Parameter isHolding: Whether the app's content waits for the first decision of this launch.
    init(isHolding: Bool = false) { self.isHolding = isHolding }

    // MARK: Visible items

    /// The gate or maintenance, if there is one.
    var block: ScreenItem? { item.flatMap { $0.presentation.isBlocking ? $0 : nil } }

    /// The prompt, if there is one.
    var prompt: ScreenItem? { item.flatMap { $0.isPrompt ? $0 : nil } }

    /// The banner, if there is one.
    var banner: ScreenItem? { item.flatMap { $0.isBanner ? $0 : nil } }

    /// Whether the app's content is covered.
    var isCovered: Bool { isHolding || block != nil }

    // MARK: Events

    /// Shows a presentation, in place of the visible item or as its continuation.
    mutating func present(_ presentation: Presentation, decision: Decision) {
        defer { recordContent() }
        if case .nothing(let silence) = presentation.content {
            if let item, !item.stays(in: silence) { self.item = nil }
            if silence == .inUse, decision.status != .maintenance { item?.forbidSkipping() }
            return
        }
        guard var next = item, next.isContinued(by: presentation, decision: decision) else {
            lastID += 1
            item = ScreenItem(id: lastID, presentation: presentation, decision: decision)
            return
        }
        let isOtherUpdate = next.decision.update != decision.update
        next.presentation = presentation
        next.decision = decision
        // A user who returns from the store can try again. The links of another release have not been tried yet.
        if next.trip == .opening || isOtherUpdate { next.trip = .none }
        item = next
    }

    /// Records that the held launch takes long.
    mutating func setLaunchSlow() { isLaunchSlow = isHolding }

    /// Begins the wait for the first decision of this launch. Call it before the content is visible.
    mutating func beginHold() {
        isHolding = true
        hasContent = false
    }

    /// Ends the wait for the first decision of this launch.
    mutating func endHold() {
        isHolding = false
        recordContent()
    }

    private mutating func recordContent() {
        if !isCovered { hasContent = true }
    }

    /// Records that an item is visible. Several scenes may call it; only the first call reports.
    mutating func appeared(_ id: Int) -> [Report] {
        guard let item, item.id == id, !item.isReported else { return [] }
        self.item?.isReported = true
        return [.shown(item.presentation)]
    }

    /// Removes a prompt or banner after a press of its button or a swipe.
    mutating func dismiss(_ id: Int, answer: PromptAnswer) -> [Report] {
        guard let item, item.id == id, !item.presentation.isBlocking else { return [] }
        self.item = nil
        return item.isPrompt && !item.isAnswered ? [.answer(answer, item.decision)] : []
    }

    /// Records that the user starts a trip to the store.
    /// - Returns: The reports; `nil` if a trip is already in progress.
    mutating func startTrip(_ id: Int) -> [Report]? {
        guard let item, item.id == id, item.trip != .opening else { return nil }
        self.item?.trip = .opening
        guard item.isPrompt, !item.isAnswered else { return [] }
        self.item?.isAnswered = true
        return [.answer(.update, item.decision)]
    }

    /// Records the result of a trip to the store.
    /// - Parameters:
    ///   - id: The item with the pressed button. It may be gone by now.
    ///   - decision: The decision of that item.
    ///   - opened: Whether a link opened.
    /// - Returns: The reports.
    mutating func endTrip(_ id: Int, decision: Decision, opened: Bool) -> [Report] {
        if let item, item.id == id {
            if opened, item.isPrompt { self.item = nil } else { self.item?.trip = opened ? .none : .refused }
        }
        return [.trip(decision, opened: opened)]
    }

    /// Sets whether a check that the user requested is in progress.
    mutating func setRetrying(_ isRetrying: Bool) { item?.isRetrying = isRetrying }
}
