public import AirworthyPolicy
public import Foundation

extension Airworthy {
    /// Keeps the answer fresh: asks the sources at launch, after the time the manifest names, and looks again when time
    /// alone changes the answer.
    ///
    /// It returns when its task is cancelled, so the task that calls it owns all of its work. In the background it has no
    /// timers. Several callers are fine: one works, and when it ends the next takes over.
    public func run() async {
        await core.run { [core, detector] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await core.readStorefront()
                    core.launched(.storefront)
                }
                group.addTask { await core.detectChannel(with: detector) }
                await group.waitForAll()
            }
        }
    }

    /// The decision after the first refresh of this launch, for versions that break things in their first second. It holds
    /// nothing up for longer than asked: without an answer in time it is what is known.
    /// - Parameter timeout: Seconds to wait at most.
    /// - Returns: The decision.
    public func launchDecision(timeout: TimeInterval = 3) async -> Decision {
        await firstOf(
            { [core] in try? await core.environment.sleep(timeout) },
            {
                [core] in
                // Whoever runs the loop asks; without one this does.
                let seen = core.refreshed.count
                guard seen == 0 else { return }
                if core.isRunning.withLock({ $0 }) {
                    await core.refreshed.wait(after: seen)
                } else {
                    _ = await core.refresh(.launch)
                }
            })
        return decision
    }

    /// Asks now whether there is an update, because a person wants to know. Skips, reminders, phased releases and settling
    /// times do not matter; a server's wish to be left alone does.
    /// - Returns: The answer. It never throws: what could not be found out is ``UpdateCheck/Outcome/undetermined``.
    public func check() async -> UpdateCheck {
        let result = await core.refresh(.check)
        // Who asked to be left alone was not asked, and an old answer is not made new by it.
        let isFresh =
            result.policy == .confirmed && (result.facts == .confirmed || core.state.withLock { $0.facts == nil })
        return UpdateCheck(decision, core.present(.check), isFresh: isFresh)
    }

    /// The same for code that is not `async`.
    /// - Parameter completion: Called once with the answer, on any thread.
    /// - Returns: The task, which belongs to the caller: cancel it to give up.
    @discardableResult
    public func check(_ completion: @escaping @Sendable (UpdateCheck) -> Void) -> Task<Void, Never> {
        Task { completion(await check()) }
    }
}

extension Airworthy {
    /// Seconds until the sources are asked again by themselves; `nil` while an answer is awaited.
    package var nextRefresh: TimeInterval? {
        let device = core.environment.now()
        return core.state.withLock { $0.secondsUntilDue(at: device) }
    }
}
