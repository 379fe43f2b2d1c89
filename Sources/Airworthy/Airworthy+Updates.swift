import AirworthyChannel
public import AirworthyPolicy
public import Foundation

// Running the client, asking for updates, and presenting them.
extension Airworthy {
    // MARK: Running

    /// Keeps the decision current: refreshes at launch and at the times the manifest names, detects the channel, and decides
    /// again when a decision changes with time.
    ///
    /// Returns when its task is cancelled. There are no timers in the background. Of several callers one does the work; when it
    /// ends, another one takes over.
    ///
    /// ```swift
    /// ContentView().task { await airworthy.run() }
    /// ```
    public func run() async {
        await RefreshLoop(core: core, follower: ChannelFollower(core: core, detector: detector)).run()
    }

    /// Reports that the app has entered the background. The client stops its timers.
    ///
    /// ```swift
    /// case .background: airworthy.enteredBackground()
    /// ```
    public func enteredBackground() {
        let deviceTime = core.environment.now()
        core.state.withLock { $0.enterBackground(at: deviceTime) }
        core.wake.send()
    }

    /// Reports that the app has returned to the foreground, and refreshes if the last refresh is a while ago. It has no effect
    /// at launch.
    ///
    /// ```swift
    /// case .active: await airworthy.enteredForeground()
    /// ```
    public func enteredForeground() async { await enteredForeground(minimumAbsence: 0) }

    /// Reports a return to the foreground. After a shorter absence only the timers start again.
    /// - Parameter minimumAbsence: The seconds after which an absence counts.
    package func enteredForeground(minimumAbsence: TimeInterval) async {
        let zone = core.environment.timeZone()
        let isReturn = core.change(presentingWith: nil) { state, deviceTime in
            state.enterForeground(at: deviceTime, in: zone, minimumAbsence: minimumAbsence)
        }
        guard isReturn else { return }
        core.presentationTriggers.send(.foreground)
        _ = await core.refresher.refresh(.foreground)
    }

    // MARK: Asking for updates

    /// Waits for the first refresh of this launch, at most `timeout` seconds, then returns the current decision. Use it if a
    /// broken version must not run even for a second.
    ///
    /// ```swift
    /// let decision = await airworthy.launchDecision(timeout: 3)
    /// if decision.blocking { return }
    /// ```
    /// - Parameter timeout: The time limit in seconds.
    /// - Returns: The decision.
    public func launchDecision(timeout: TimeInterval = 3) async -> Decision {
        await race { [core] in
            try? await core.environment.sleep(timeout)
        } against: { [core] in
            while !Task.isCancelled {
                let seen = core.refreshed.count
                // A refresh whose scene was closed has decided nothing; another scene takes over.
                guard seen == 0 || core.state.withLock({ $0.schedule.lastResult.isCancelled }) else { return }
                // If `run()` is at work, its refresh counts.
                guard core.isRunning.withLock({ $0 }) else {
                    _ = await core.refresher.refresh(.launch)
                    return
                }
                await core.refreshed.wait(after: seen)
            }
        }
        return decision
    }

    /// Checks for an update now, because the user asked. The result ignores skipped versions, earlier answers, phased releases
    /// and waits after a release. The client still respects a wait that a server asked for.
    ///
    /// ```swift
    /// switch await airworthy.check().outcome {
    /// case .upToDate: show("You have the newest version.")
    /// case .available(let update): show("Version \(update.version?.description ?? "?") is available.")
    /// case .undetermined: show("Please try again later.")
    /// }
    /// ```
    /// - Returns: The result. Failures have the outcome ``UpdateCheck/Outcome/undetermined``.
    public func check() async -> UpdateCheck {
        let result = await core.refresher.refresh(.check)
        // A rate-limited source was skipped, so its stored answer is not fresh.
        let isFresh =
            result.policy == .confirmed
            && (result.lookup == .confirmed || core.state.withLock { $0.releaseSource == nil })
        let obstacle = core.state.withLock { $0.obstacle(isFresh: isFresh) }
        let check = UpdateCheck(
            of: decision, presentation: presentation(.check), isFresh: isFresh, obstacle: obstacle)
        if let obstacle = check.obstacle { core.environment.log.notice(obstacle) }
        return check
    }

    /// Checks for the newest TestFlight build that this installation's testers can install. TestFlight of unknown audience
    /// counts as external.
    ///
    /// The server answers, or without one the manifest, if it lists TestFlight builds. The call waits for the channel first,
    /// then for at most two requests, each with the time limit of ``Options/deadline``. Callable from any task.
    ///
    /// ```swift
    /// let report = try await airworthy.checkTestFlight()
    /// if report.availability == .newer { await open(report.links) }
    /// ```
    /// - Returns: The installed build compared with the newest one.
    /// - Throws: ``TestFlightError``: `notTestFlight`, `noServer`, `notAnswered`, `refused` or `unreadableAnswer`.
    public func checkTestFlight() async throws -> TestFlightReport {
        _ = await detector.detect()
        core.adoptChannel(of: detector)
        return try await TestFlightCheck(core: core).report()
    }

    /// The links to this app in TestFlight, the best first: its page, the public link of the policy, and TestFlight itself.
    package var testFlightLinks: [String] { TestFlightCheck(core: core).links }

    /// Waits by the client's clock.
    /// - Parameter seconds: The duration.
    /// - Returns: Whether the time has passed; `false` if the task was cancelled.
    package func sleep(_ seconds: TimeInterval) async -> Bool {
        do {
            try await core.environment.sleep(seconds)
            return true
        } catch {
            return false
        }
    }

    /// The seconds until the next scheduled refresh; `nil` while a request is under way.
    package var nextRefresh: TimeInterval? {
        let deviceTime = core.environment.now()
        return core.state.withLock { $0.schedule.secondsUntilDue(at: deviceTime) }
    }

    // MARK: Presenting

    /// Returns the screen to show. Call it at launch and for each of ``presentationTriggers``, and report what happens with
    /// ``didShow(_:)``, ``answer(_:to:)`` and ``didOpenStore(for:succeeded:)``.
    ///
    /// ```swift
    /// let presentation = airworthy.presentation(.launch)
    /// if case .prompt(let prompt) = presentation.content { showSheet(prompt) }
    /// airworthy.didShow(presentation)
    /// ```
    /// - Parameter trigger: The reason for presenting now.
    /// - Returns: The screen to show.
    public func presentation(_ trigger: Presentation.Trigger) -> Presentation {
        let deviceTime = core.environment.now()
        let zone = core.environment.timeZone()
        let presentation = core.state.withLock { state in
            let (decision, history, isRechecking) = (state.decision, state.stored.history, state.isRechecking)
            let now = state.decisionTime(at: deviceTime)
            return state.screen.present(
                decision, history: history, at: now, trigger: trigger, isRechecking: isRechecking, timeZone: zone)
        }
        // The loop needs a timer for `nextAt`.
        core.wake.send()
        return presentation
    }

    /// The triggers to call ``presentation(_:)`` with: a new decision, a return to the foreground, the end of a hold, or a
    /// time that has come. Each call returns a new sequence.
    ///
    /// ```swift
    /// for await trigger in airworthy.presentationTriggers { show(airworthy.presentation(trigger)) }
    /// ```
    public var presentationTriggers: AsyncStream<Presentation.Trigger> { core.presentationTriggers.stream() }

    /// Reports that a presentation is on the screen.
    ///
    /// ```swift
    /// airworthy.didShow(presentation)
    /// ```
    /// - Parameter presentation: The presentation.
    public func didShow(_ presentation: Presentation) {
        let zone = core.environment.timeZone()
        core.change { state, deviceTime in
            switch presentation.content {
            case .nothing: break
            case .banner: state.record(.bannerShown, at: deviceTime, in: zone)
            case .prompt:
                state.report(.prompted(state.decision))
                state.countShown()
            case .gate:
                state.report(.blocked(state.decision))
                state.countShown()
            case .maintenance: state.report(.blocked(state.decision))
            }
        }
    }

    /// Reports the user's answer to a prompt. A swipe is `later`. If the app is killed or leaves the screen, report nothing.
    ///
    /// ```swift
    /// airworthy.answer(.later, to: decision)
    /// ```
    /// - Parameters:
    ///   - answer: The answer.
    ///   - decision: The decision behind the prompt.
    public func answer(_ answer: PromptAnswer, to decision: Decision) {
        report(.answered(answer, decision), recording: .answered(answer, to: decision))
    }

    /// Reports that the user went to the store from a gate or a prompt.
    ///
    /// ```swift
    /// airworthy.didOpenStore(for: decision, succeeded: await open(url))
    /// ```
    /// - Parameters:
    ///   - decision: The decision behind the gate or prompt.
    ///   - succeeded: Whether the link opened.
    public func didOpenStore(for decision: Decision, succeeded: Bool) {
        report(.storeTrip(decision, opened: succeeded), recording: .storeTrip(for: decision, opened: succeeded))
    }

    private func report(_ event: AirworthyEvent, recording prompt: PromptEvent) {
        let zone = core.environment.timeZone()
        core.change { state, deviceTime in
            state.report(event)
            state.record(prompt, at: deviceTime, in: zone)
        }
    }

    /// Keeps prompts and gates away until the hold ends.
    ///
    /// ```swift
    /// let hold = airworthy.holdInterruptions()
    /// await record()
    /// hold.end()
    /// ```
    /// - Returns: The hold. It ends with ``InterruptionHold/end()`` or when it is released, which Swift may do after its last
    ///   use. ``holdInterruptions(during:)`` needs no variable.
    public func holdInterruptions() -> InterruptionHold { InterruptionHold(core: core) }

    /// Keeps prompts and gates away during an operation.
    ///
    /// ```swift
    /// await airworthy.holdInterruptions { await record() }
    /// ```
    /// - Parameter operation: The operation.
    /// - Returns: The result of the operation.
    /// - Throws: The error of the operation.
    nonisolated(nonsending) public func holdInterruptions<Result>(
        during operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let hold = InterruptionHold(core: core)
        defer { hold.end() }
        return try await operation()
    }

    // MARK: Start-up

    /// Waits until the launch is over and no screen of Airworthy is visible, so that the app's own start-up sheets may come.
    ///
    /// The launch is over when the first refresh, the channel and the storefront are there, or after `timeout`. A gate is
    /// waited for without limit. Returns early if the task is cancelled.
    ///
    /// ```swift
    /// await airworthy.launchSettled()
    /// showTipOfTheDay()
    /// ```
    /// - Parameter timeout: The longest wait for the parts of the launch, in seconds.
    public func launchSettled(timeout: TimeInterval = 10) async {
        await race { [core] in
            try? await core.environment.sleep(timeout)
        } against: { [core] in
            await core.waitUntilSettled { $0.launch.isEmpty }
        }
        await core.waitUntilSettled { [isScreenVisible = core.isScreenVisible] state in
            !state.decision.blocking && !isScreenVisible.withLock { $0 }
        }
    }

    /// Records whether AirworthyUI shows a screen.
    package func setScreenVisible(_ isVisible: Bool) {
        core.isScreenVisible.withLock { $0 = isVisible }
        core.settled.send()
    }
}
