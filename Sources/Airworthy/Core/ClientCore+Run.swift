import AirworthyPolicy
import Foundation

extension ClientCore {
    /// Keeps the answer fresh until the task is cancelled. Only one loop works; a second one waits to take over.
    func run(detectChannel: @escaping @Sendable () async -> Void) async {
        // In a preview there is nothing to keep fresh.
        if state.withLock({ $0.fixed != nil }) { return await Signal().wait(after: 0) }
        while !Task.isCancelled {
            let seen = stopped.count
            let isMine = isRunning.withLock { isRunning -> Bool in
                defer { isRunning = true }
                return !isRunning
            }
            guard isMine else {
                await stopped.wait(after: seen)
                continue
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await detectChannel() }
                group.addTask { await self.loop() }
                await group.waitForAll()
            }
            isRunning.withLock { $0 = false }
            stopped.send()
        }
    }

    private func loop() async {
        // Without a country Apple answers for the United States: the account's own store is worth a moment.
        if state.withLock({ $0.lacksStorefront }) { await storefrontIsRead.wait(after: 0) }
        // Who takes over from another loop does not launch: people are in the middle of their work.
        let result = await refresh(state.withLock { $0.launch.contains(.answer) } ? .launch : .scheduled)
        if !result.isCancelled { launched(.answer) }
        // Whoever waits for the launch must not wait for a refresh that nobody may begin.
        if result == RefreshResult() { refreshed.send() }
        while !Task.isCancelled {
            let seen = wake.count
            guard let seconds = secondsToSleep() else {
                // In the background there is nothing to do and no timer.
                await wake.wait(after: seen)
                continue
            }
            if seconds > 0 {
                await firstOf(
                    { [environment] in try? await environment.sleep(seconds) },
                    {
                        [wake] in await wake.wait(after: seen)
                    })
            }
            if Task.isCancelled { return }
            await tick()
        }
    }

    /// Does what the time has come for.
    private func tick() async {
        let device = environment.now()
        let (isDue, isStale, isNext) = state.withLock { state -> (Bool, Bool, Bool) in
            guard !state.isInBackground else { return (false, false, false) }
            let now = state.now(device)
            let isNext = state.screen.nextAt.map { $0 <= now } ?? false
            if isNext { state.screen.nextAt = nil }
            return (
                state.secondsUntilDue(at: device) == 0, state.decision.reevaluateAt.map { $0 <= now } ?? false,
                isNext
            )
        }
        if isStale { change { _, _ in ((), []) } }
        if isNext { presentationTriggers.send(.refresh) }
        if isDue { _ = await refresh(.scheduled) }
    }

    /// Seconds until time alone makes something due; `nil` while the app is in the background or an answer is awaited.
    private func secondsToSleep() -> TimeInterval? {
        let device = environment.now()
        return state.withLock { state in
            guard !state.isInBackground else { return nil }
            let now = state.now(device)
            let instants = [state.decision.reevaluateAt, state.screen.nextAt].compactMap { $0?.timeIntervalSince(now) }
            let waits = instants + [state.secondsUntilDue(at: device)].compactMap(\.self)
            // A device that sleeps stops its timers, so no wait is long.
            return waits.min().map { min(max($0, 0), 3_600) }
        }
    }
}
