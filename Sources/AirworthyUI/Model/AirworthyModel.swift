#if canImport(SwiftUI)
import AirworthyTexts
import Airworthy
import AirworthyPolicy
import Combine
import Foundation

/// The observable state of the views: one model per client and process.
///
/// It passes events to ``ScreenMachine`` and reports the results to the client. Views hold the model; the client does not.
@MainActor final class AirworthyModel: ObservableObject {
    /// A request that the model handles in its own task.
    private enum CheckRequest: Sendable {
        case foreground
        case retry
    }

    /// The seconds of a held launch without a text: most launches are over by then.
    private static let blankLaunch: TimeInterval = 0.8

    let airworthy: Airworthy
    /// The current decision.
    @Published private(set) var decision: Decision
    /// Whether unfinished work may be shown.
    @Published private(set) var isDevelopment: Bool
    /// The groups of testers that have this build, as far as a server has named them.
    @Published private(set) var testerGroups: Set<Channel.Audience>
    /// The state of the screen.
    @Published private(set) var machine: ScreenMachine
    /// The scene that shows prompts and banners.
    @Published private(set) var claims = SceneClaims()
    /// The clock, for the remaining time of a beta.
    var now: () -> Date = { Date() }
    /// The number of tasks during which windows of the system come before the gate.
    private var standAsides = 0
    /// Called with `true` when a block is to cover everything and with `false` when not any more.
    var blockChanged: (@MainActor (Bool) -> Void)?
    /// Whether separate windows cover the scenes. Not published, because it changes during view updates.
    var hasCovers = false
    /// The platform's object that covers scenes. The gates hold it; it holds the model while it covers a scene.
    weak var attachment: AnyObject?
    /// The client as an observable object for the views inside, made when the first of them is drawn.
    private(set) lazy var object = AirworthyObject(airworthy)
    #if canImport(Observation)
    /// The same from iOS 17 on.
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *)
    var observed: ObservedAirworthy {
        if let made = madeObserved as? ObservedAirworthy { return made }
        let observed = ObservedAirworthy(airworthy)
        madeObserved = observed
        return observed
    }
    private var madeObserved: AnyObject?
    #endif
    private let kind: AppKind
    /// Whether the system reports the changes of the whole app.
    private let isAppObserved: Bool
    private var hasLaunched = false
    private var isInBackground = false
    private var hasPhase = false
    /// Whether the first scene seemed to be in the background, as in a process that a push or a background task has launched. SwiftUI says
    /// so of scenes of UIKit and AppKit, too.
    private var mayHaveBegunInBackground = false
    private let requests = Broadcast<CheckRequest>(backlog: 8, buffer: 8)
    private let work = OneAtATime()
    private let tokens = NotificationTokens()

    /// Creates a model. Views use ``shared(for:isHolding:)``.
    /// - Parameters:
    ///   - airworthy: The client.
    ///   - isHolding: Whether the app's content waits for the first decision.
    ///   - kind: The kind of the process. Extensions and App Clips are never blocked or prompted.
    ///   - isAppObserved: Whether the system reports the changes of the whole app.
    init(
        _ airworthy: Airworthy, isHolding: Bool = false, kind: AppKind = .current,
        isAppObserved: Bool = AppLifecycle.isObservable
    ) {
        self.airworthy = airworthy
        self.kind = kind
        self.isAppObserved = isAppObserved
        decision = airworthy.decision
        isDevelopment = airworthy.isDevelopment
        testerGroups = airworthy.detectedChannel.testerGroups
        machine = ScreenMachine(isHolding: isHolding && kind == .app)
        // Shows a stored block before the first frame.
        present(.launch)
        guard kind == .app else { return }
        AppLifecycle.observe(
            with: tokens, background: { [weak self] in self?.didEnterBackground() },
            foreground: { [weak self] in self?.willEnterForeground() })
    }

    /// Returns the texts in the language of the client's options, or in the one that a view or a preview sets.
    /// - Parameters:
    ///   - locale: The locale of the environment.
    ///   - timeZone: The time zone of the environment.
    /// - Returns: The texts.
    func text(for locale: Locale, timeZone: TimeZone = .current) -> UIText {
        UIText(language: TextLanguage.chosen(by: locale) ?? airworthy.installation.language, timeZone: timeZone)
    }

    // MARK: Sharing

    private struct Entry {
        weak var model: AirworthyModel?
    }

    /// The models in use, by client. Views keep them alive.
    private static var models: [ObjectIdentifier: Entry] = [:]

    /// Returns the only model of a client.
    /// - Parameters:
    ///   - airworthy: The client.
    ///   - isHolding: Whether the app's content waits for the first decision, unless it was visible already.
    /// - Returns: The model.
    static func shared(for airworthy: Airworthy, isHolding: Bool = false) -> AirworthyModel {
        // A model keeps its client alive, so no other client can have the same identifier.
        models = models.filter { $0.value.model != nil }
        let id = ObjectIdentifier(airworthy)
        if let model = models[id]?.model {
            // A badge or a feature may have made it before the gate.
            if isHolding { model.beginHold() }
            return model
        }
        let model = AirworthyModel(airworthy, isHolding: isHolding)
        models[id] = Entry(model: model)
        return model
    }

    // MARK: Work

    /// Keeps the decision and the screen up to date until the task is cancelled. Every scene may call it; one call works.
    func run() async {
        guard kind == .app else {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.airworthy.run() }
                group.addTask { await self.followDecisions() }
            }
            return
        }
        await work.run {
            // Subscribe before the client runs, so that no trigger is lost.
            let triggers = airworthy.presentationTriggers
            let requests = self.requests.stream()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.airworthy.run() }
                group.addTask { await self.followDecisions() }
                group.addTask { await self.present(on: triggers) }
                group.addTask { await self.handle(requests) }
            }
        }
    }

    /// Keeps the features of views without a gate up to date until the task is cancelled.
    ///
    /// An extension or an App Clip has no gate that runs the client, so the client runs here.
    func serveFeatures() async {
        if kind == .app { await followDecisions() } else { await run() }
    }

    /// Copies each new decision and each new channel of the client until the task is cancelled.
    func followDecisions() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.copyDecisions() }
            group.addTask { await self.copyChannels() }
        }
    }

    private func copyDecisions() async {
        for await decision in airworthy.decisions {
            if decision != self.decision { self.decision = decision }
            // A new manifest may say that the build is in review, or that it is not.
            if isDevelopment != airworthy.isDevelopment { isDevelopment = airworthy.isDevelopment }
        }
    }

    private func copyChannels() async {
        for await detected in airworthy.detectedChannels {
            if isDevelopment != airworthy.isDevelopment { isDevelopment = airworthy.isDevelopment }
            if testerGroups != detected.testerGroups { testerGroups = detected.testerGroups }
        }
    }

    private func beginHold() {
        guard kind == .app, !hasLaunched else { return }
        change { $0.beginHold() }
    }

    /// Waits for the first decision of this launch, then shows the app's content unless a block covers it.
    /// - Parameter seconds: The longest wait in seconds.
    func holdLaunch(_ seconds: TimeInterval) async {
        guard machine.isHolding else { return }
        let slow = Task {
            guard await airworthy.sleep(Self.blankLaunch) else { return }
            change { $0.setLaunchSlow() }
        }
        defer { slow.cancel() }
        _ = await airworthy.launchDecision(timeout: seconds)
        // A scene that closes must not end the wait of the others. A scene that reappears waits again.
        guard !Task.isCancelled else { return }
        present(.launch)
        change { $0.endHold() }
    }

    private func present(on triggers: AsyncStream<Presentation.Trigger>) async {
        // Taking over from another scene is not a launch: the user is already working in the app.
        present(hasLaunched ? .refresh : .launch)
        hasLaunched = true
        for await trigger in triggers { present(trigger) }
    }

    private func handle(_ requests: AsyncStream<CheckRequest>) async {
        for await request in requests {
            switch request {
            // Skipped if the app is in the background again.
            case .foreground:
                if !isInBackground {
                    await airworthy.enteredForeground(minimumAbsence: AppLifecycle.minimumAbsence)
                }
            case .retry:
                _ = await airworthy.check()
                change { $0.setRetrying(false) }
            }
        }
    }

    // MARK: Events

    /// Updates the screen to the presentation for a trigger.
    func present(_ trigger: Presentation.Trigger) {
        guard kind == .app else {
            machine.endHold()
            return
        }
        let presentation = airworthy.presentation(trigger)
        let decision = airworthy.decision
        change { $0.present(presentation, decision: decision) }
    }

    /// Records that the app left the foreground.
    func didEnterBackground() {
        isInBackground = true
        mayHaveBegunInBackground = false
        airworthy.enteredBackground()
    }

    /// Records that the app returns to the foreground.
    func willEnterForeground() {
        // Such a process has entered no background, but to its user this is a return.
        if mayHaveBegunInBackground { didEnterBackground() }
        isInBackground = false
        requests.send(.foreground)
    }

    /// Records the phase of a scene.
    func setPhase(_ phase: SceneClaims.Phase, ofScene id: Int) {
        if !hasPhase { mayHaveBegunInBackground = phase == .background && kind == .app && isAppObserved }
        hasPhase = true
        var claims = claims
        claims.set(phase, for: id)
        let (was, isNow) = (self.claims.isAllInBackground, claims.isAllInBackground)
        assign(claims)
        guard was != isNow, !isAppObserved, kind == .app else { return }
        if isNow { didEnterBackground() } else { willEnterForeground() }
    }

    /// Removes a scene that closed.
    func removeScene(_ id: Int) {
        var claims = claims
        claims.remove(id)
        assign(claims)
    }

    /// Reports that an item is visible.
    func appeared(_ id: Int) { report(change { $0.appeared(id) }) }

    /// Handles a sheet that the user swiped away.
    func dismissed(_ id: Int) { report(change { $0.dismiss(id, answer: .later) }) }

    /// Handles an alert that one of its buttons has closed. Only a link that is being opened keeps it.
    func alertClosed(_ id: Int) {
        if machine.prompt?.trip == ScreenItem.Trip.none { dismissed(id) }
    }

    /// Handles a press of a button.
    func perform(_ action: UpdateScreen.Action, on item: ScreenItem, open: @escaping LinkOpener) {
        switch action {
        case .update: openUpdate(of: item, open: open)
        case .later, .close: report(change { $0.dismiss(item.id, answer: .later) })
        case .skip: report(change { $0.dismiss(item.id, answer: .skip) })
        case .retry:
            change { $0.setRetrying(true) }
            requests.send(.retry)
        case .support: visit(item.decision.support, open: open)
        case .status: visit(item.decision.maintenance?.url, open: open)
        }
    }

    // MARK: Screens

    /// Returns the texts and the actions of an item; `nil` if there is nothing to show.
    func screen(for item: ScreenItem, text: UIText, open: @escaping LinkOpener) -> UpdateScreen? {
        ScreenWriter(text: text, now: now()).content(item).map { content in
            UpdateScreen(item, content: content) { [weak self] action in self?.perform(action, on: item, open: open) }
        }
    }

    /// Returns the screen of a held launch.
    func launchScreen(text: UIText) -> UpdateScreen {
        UpdateScreen(decision: decision, content: ScreenContent(kind: .launching, title: "", message: text[.checking]))
    }

    /// Returns the prompt if the scene is the one that shows it.
    func prompt(in scene: Int) -> ScreenItem? { claims.holder == scene ? machine.prompt : nil }

    /// Returns the banner if the scene is the one that shows it.
    func banner(in scene: Int) -> ScreenItem? { claims.holder == scene ? machine.banner : nil }

    // MARK: Links

    private func openUpdate(of item: ScreenItem, open: @escaping LinkOpener) {
        guard let reports = change({ $0.startTrip(item.id) }) else { return }
        report(reports)
        UpdateLinks([item.update?.url], platform: item.decision.platform).openFirst(with: open) { [weak self] opened in
            guard let self else { return }
            self.report(self.change { $0.endTrip(item.id, decision: item.decision, opened: opened) })
        }
    }

    private func visit(_ link: String?, open: LinkOpener) {
        guard let link, OpenableURL.isSupportLink(link) || OpenableURL.isOpenable(link), let url = URL(string: link)
        else { return }
        open(url) { _ in }
    }

    // MARK: State

    @discardableResult
    private func change<Result>(_ body: (inout ScreenMachine) -> Result) -> Result {
        var next = machine
        let result = body(&next)
        guard next != machine else { return result }
        let wasCovering = isCovering
        machine = next
        assign(claims)
        reportCovering(insteadOf: wasCovering)
        airworthy.setScreenVisible(machine.item != nil || machine.isHolding)
        return result
    }

    /// Whether a block is to cover alerts and sheets, too.
    var isCovering: Bool { machine.block != nil && !isStandingAside }

    /// Whether windows of the system come before the gate.
    var isStandingAside: Bool { standAsides > 0 }

    private func reportCovering(insteadOf wasCovering: Bool) {
        if wasCovering != isCovering { blockChanged?(isCovering) }
    }

    /// Lets windows of the system come before the gate during an operation. The gate stays in front of the app's content.
    func standAside<Result>(during operation: @MainActor () async throws -> Result) async rethrows -> Result {
        changeStandAsides(by: 1)
        defer { changeStandAsides(by: -1) }
        return try await operation()
    }

    private func changeStandAsides(by number: Int) {
        let wasCovering = isCovering
        // The views of the gate show it again while no window does.
        objectWillChange.send()
        standAsides += number
        reportCovering(insteadOf: wasCovering)
    }

    private func assign(_ claims: SceneClaims) {
        var claims = claims
        claims.assignHolder(isWanted: machine.prompt != nil || machine.banner != nil)
        if claims != self.claims { self.claims = claims }
    }

    private func report(_ reports: [ScreenMachine.Report]) {
        for report in reports {
            switch report {
            case .shown(let presentation): airworthy.didShow(presentation)
            case .answer(let answer, let decision): airworthy.answer(answer, to: decision)
            case .trip(let decision, let opened): airworthy.didOpenStore(for: decision, succeeded: opened)
            }
        }
    }
}
#endif
