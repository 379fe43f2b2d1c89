#if canImport(SwiftUI) && !os(watchOS)
import Airworthy
import AirworthyPolicy
import Combine
import Foundation

/// What the views of one process watch: one for each client.
///
/// It hands what happens to the plain ``ScreenMachine`` and what comes of it to the client. Views hold it; the client does
/// not.
@MainActor final class AirworthyModel: ObservableObject {
    /// Hands a URL to the system, then tells whether something took it.
    typealias Opener = @MainActor (URL, @escaping @MainActor (Bool) -> Void) -> Void

    /// What takes time, and is done by ``run()``.
    private enum Errand: Sendable {
        case returned
        case retry
    }

    let airworthy: Airworthy
    /// What this copy is asked to do.
    @Published private(set) var decision: Decision
    /// What is on the screen.
    @Published private(set) var machine: ScreenMachine
    /// Who shows prompts and banners.
    @Published private(set) var claims = SceneClaims()

    /// The texts, in the language the app shows, unless a preview has set another one.
    /// - Parameters:
    ///   - locale: The environment's.
    ///   - timeZone: The environment's.
    /// - Returns: The texts.
    func text(for locale: Locale, _ timeZone: TimeZone = .current) -> UIText {
        UIText(language: TextLanguage.chosen(by: locale) ?? airworthy.installation.language, timeZone: timeZone)
    }
    /// The clock, for what is left of a beta's time.
    var now: () -> Date = { Date() }
    /// Called when something begins or ceases to block.
    var blockChanged: (@MainActor (Bool) -> Void)?
    /// Whether windows of their own cover the scenes. Not published: it follows what is, and is told during updates.
    var hasCovers = false
    /// What covers scenes on this platform; lives as long as the model.
    var attachment: AnyObject?
    private let kind: AppKind
    private var hasLaunched = false
    private var isAway = false
    private let errands = Broadcast<Errand>(backlog: 8, buffer: 8)
    private let work = OneAtATime()
    private let tokens = NotificationTokens()

    /// - Parameters:
    ///   - airworthy: The client.
    ///   - isHolding: Whether the app's content waits for the first answer.
    ///   - kind: What the process is. What is no app is never blocked or prompted.
    init(_ airworthy: Airworthy, isHolding: Bool = false, kind: AppKind = .current) {
        self.airworthy = airworthy
        self.kind = kind
        decision = airworthy.decision
        machine = ScreenMachine(isHolding: isHolding && kind == .app)
        // A stored block is there before the first frame.
        present(.launch)
        if kind == .app { listen(with: tokens) }
    }

    // MARK: Work

    /// Keeps the answer fresh and the screen right until the task is cancelled. Every scene may call it: one works.
    func run() async {
        guard kind == .app else {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.airworthy.run() }
                group.addTask { await self.follow() }
            }
            return
        }
        await work.run {
            // Listening before anybody is asked, so that no moment is missed.
            let moments = airworthy.presentationTriggers
            let errands = self.errands.stream()
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.airworthy.run() }
                group.addTask { await self.follow() }
                group.addTask { await self.attend(moments) }
                group.addTask { await self.run(errands) }
            }
        }
    }

    /// Follows the decision until the task is cancelled, for views without a gate. In an extension or an App Clip nothing else
    /// keeps the features fresh.
    func serve() async {
        if kind == .app { await follow() } else { await run() }
    }

    /// Follows the decision until the task is cancelled.
    func follow() async {
        for await decision in airworthy.decisions where decision != self.decision { self.decision = decision }
    }

    /// Lets the app's content wait for the first answer of this launch.
    /// - Parameter seconds: How long at most.
    func holdLaunch(_ seconds: TimeInterval) async {
        guard machine.isHolding else { return }
        _ = await airworthy.launchDecision(timeout: seconds)
        // A scene that goes does not end the wait of the others, and one that comes back waits anew.
        guard !Task.isCancelled else { return }
        present(.launch)
        change { $0.endHold() }
    }

    private func attend(_ moments: AsyncStream<Presentation.Trigger>) async {
        // Who takes over from another scene does not launch: people are in the middle of their work.
        present(hasLaunched ? .refresh : .launch)
        hasLaunched = true
        for await trigger in moments { present(trigger) }
    }

    private func run(_ errands: AsyncStream<Errand>) async {
        for await errand in errands {
            switch errand {
            // Whoever left again meanwhile is not back.
            case .returned: if !isAway { await airworthy.enteredForeground() }
            case .retry:
                _ = await airworthy.check()
                change { $0.setRetrying(false) }
            }
        }
    }

    // MARK: What happens

    /// Shows what is to be shown at a moment.
    func present(_ trigger: Presentation.Trigger) {
        guard kind == .app else {
            machine.endHold()
            return
        }
        let presentation = airworthy.presentation(trigger)
        let decision = airworthy.decision
        change { $0.take(presentation, decision) }
    }

    /// The app left the foreground.
    func left() {
        isAway = true
        airworthy.enteredBackground()
    }

    /// The app is back.
    func returned() {
        isAway = false
        errands.send(.returned)
    }

    /// A scene is there, or became more or less visible.
    func scene(_ id: Int, _ phase: SceneClaims.Phase) {
        var claims = claims
        claims.set(id, phase)
        let (was, isNow) = (self.claims.isAllInBackground, claims.isAllInBackground)
        settle(claims)
        guard was != isNow, !Self.hearsOfApp, kind == .app else { return }
        if isNow { left() } else { returned() }
    }

    /// A scene is gone.
    func sceneIsGone(_ id: Int) {
        var claims = claims
        claims.remove(id)
        settle(claims)
    }

    /// Something is on the screen now.
    func appeared(_ id: Int) { report(change { $0.appeared(id) }) }

    /// A sheet was swiped away.
    func dismissed(_ id: Int) { report(change { $0.dismiss(id, .later) }) }

    /// A button was pressed.
    func press(_ action: UpdateScreen.Action, _ item: ScreenItem, open: @escaping Opener) {
        switch action {
        case .update: depart(item, open)
        case .later, .close: report(change { $0.dismiss(item.id, .later) })
        case .skip: report(change { $0.dismiss(item.id, .skip) })
        case .retry:
            change { $0.setRetrying(true) }
            errands.send(.retry)
        case .support: visit(item.decision.support, open)
        case .status: visit(item.decision.maintenance?.url, open)
        }
    }

    /// What an item says and does.
    func screen(_ item: ScreenItem, _ text: UIText, open: @escaping Opener) -> UpdateScreen? {
        ScreenWriter(text: text, now: now()).content(item).map { content in
            UpdateScreen(item, content) { [weak self] action in self?.press(action, item, open: open) }
        }
    }

    // MARK: Links

    private func depart(_ item: ScreenItem, _ open: @escaping Opener) {
        guard let reports = change({ $0.depart(item.id) }) else { return }
        report(reports)
        let links = UpdateLinks([item.update?.url], platform: item.decision.platform)
        Self.openFirst(of: links.urls[...], open) { [weak self] opened in
            guard let self else { return }
            self.report(self.change { $0.departed(item.id, item.decision, opened: opened) })
        }
    }

    /// Tries one link after the other.
    static func openFirst(
        of urls: ArraySlice<URL>, _ open: @escaping Opener, _ done: @escaping @MainActor (Bool) -> Void
    ) {
        guard let url = urls.first else {
            done(false)
            return
        }
        open(url) { opened in
            if opened { done(true) } else { openFirst(of: urls.dropFirst(), open, done) }
        }
    }

    private func visit(_ link: String?, _ open: Opener) {
        guard let link, OpenableURL.isSupportLink(link) || OpenableURL.isOpenable(link), let url = URL(string: link)
        else { return }
        open(url) { _ in }
    }

    // MARK: Change

    @discardableResult
    private func change<Result>(_ body: (inout ScreenMachine) -> Result) -> Result {
        var next = machine
        let result = body(&next)
        guard next != machine else { return result }
        let wasBlocked = machine.block != nil
        machine = next
        settle(claims)
        if wasBlocked != (next.block != nil) { blockChanged?(next.block != nil) }
        return result
    }

    private func settle(_ claims: SceneClaims) {
        var claims = claims
        claims.settle(isWanted: machine.prompt != nil || machine.banner != nil)
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
