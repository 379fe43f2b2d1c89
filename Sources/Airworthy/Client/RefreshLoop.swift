import AirworthyChannel
import AirworthyPolicy
import Foundation

/// The loop that refreshes at the scheduled times and decides again when a decision changes with time.
struct RefreshLoop: Sendable {
    /// The longest sleep in seconds, because timers stop while the device sleeps.
    private static let longestSleep: TimeInterval = 3_600

    let core: ClientCore
    let follower: ChannelFollower

    /// Runs until the task is cancelled. Of several loops one works at a time; when it ends, another one takes over.
    func run() async {
        // The decision of a preview never changes.
        if core.state.withLock({ $0.fixedDecision != nil }) { return await Signal().wait(after: 0) }
        while !Task.isCancelled {
            let seen = core.stopped.count
            let isFirst = core.isRunning.withLock { isRunning -> Bool in
                defer { isRunning = true }
                return !isRunning
            }
            guard isFirst else {
                await core.stopped.wait(after: seen)
                continue
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await follower.run() }
                group.addTask { await loop() }
                group.addTask { await noteLaunch() }
                await group.waitForAll()
            }
            core.isRunning.withLock { $0 = false }
            core.stopped.send()
        }
    }

    private func loop() async {
        // Without a country Apple answers for the United States, so wait for the storefront of the account.
        if core.state.withLock({ $0.needsStorefront }) { await core.storefrontRead.wait(after: 0) }
        // A loop that takes over from another one does not present its answer as a launch.
        let isLaunch = core.state.withLock { $0.launch.contains(.refresh) }
        let result = await core.refresher.refresh(isLaunch ? .launch : .scheduled)
        if !result.isCancelled { core.finishLaunchPart(.refresh) }
        // Without a due source there was no refresh; a waiting `launchDecision` must not wait for one.
        if result == RefreshResult() { core.refreshed.send() }
        while !Task.isCancelled {
            let seen = core.wake.count
            guard let seconds = secondsToSleep() else {
                // In the background there are no timers.
                await core.wake.wait(after: seen)
                continue
            }
            if seconds > 0 {
                await race {
                    try? await core.environment.sleep(seconds)
                } against: {
                    await core.wake.wait(after: seen)
                }
            }
            if Task.isCancelled { return }
            await performDueWork()
        }
    }

    private func performDueWork() async {
        let deviceTime = core.environment.now()
        let (isRefreshDue, isDecisionDue, isPresentationDue) = core.state.withLock { state -> (Bool, Bool, Bool) in
            guard !state.isInBackground else { return (false, false, false) }
            let now = state.decisionTime(at: deviceTime)
            return (
                state.schedule.secondsUntilDue(at: deviceTime) == 0,
                state.decision.reevaluateAt.map { $0 <= now } ?? false, state.screen.takeChange(at: now)
            )
        }
        if isDecisionDue { core.change { _, _ in } }
        if isPresentationDue { core.presentationTriggers.send(.refresh) }
        if isRefreshDue { _ = await core.refresher.refresh(.scheduled) }
    }

    /// Returns the seconds until the next due work; `nil` while the app is in the background or a request is under way.
    private func secondsToSleep() -> TimeInterval? {
        let deviceTime = core.environment.now()
        return core.state.withLock { state in
            guard !state.isInBackground else { return nil }
            let now = state.decisionTime(at: deviceTime)
            let waits = [
                state.decision.reevaluateAt?.timeIntervalSince(now), state.screen.nextAt?.timeIntervalSince(now),
                state.schedule.secondsUntilDue(at: deviceTime),
            ]
            return waits.compactMap(\.self).min().map { min(max($0, 0), Self.longestSleep) }
        }
    }
}
