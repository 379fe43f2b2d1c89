import AirworthyPolicy
import Foundation

extension ClientCore {
    /// Decides for the detector's channel from now on.
    /// - Parameters:
    ///   - detector: What knows the channel.
    ///   - isDetection: Whether the channel was found out, which at launch may raise a block, and not pretended.
    func learn(from detector: ChannelDetector, isDetection: Bool = false) {
        // Read here and not handed over: of two that learn at once the last one must not bring something older.
        let channel = detector.current.channel
        guard state.withLock({ $0.installation.channel }) != channel else { return }
        change(presentingWith: isDetection ? trigger(of: .channel) : .refresh) { state, _ in
            state.installation.channel = detector.current.channel
            return ((), [])
        }
    }

    /// The detector of a copy. What the app says about itself counts, but for the audience of a TestFlight build, which an
    /// app cannot know.
    func detector(for installation: Installation, host: ChannelHost, rungs: [any ChannelRung]) -> ChannelDetector {
        let said = installation.channel == .unknown ? nil : installation.channel
        let isOpen = said == nil || said == .testflight(nil)
        let store: any ChannelStore = isOpen ? StoredChannels(self) : ForgetfulChannels()
        var audiences: ChannelDetector.Audiences?
        if isOpen, state.withLock({ $0.server != nil }) { audiences = { await self.audiences() } }
        return ChannelDetector(
            version: installation.versionText, build: installation.build?.description ?? "", host: host,
            rungs: rungs, said: said, store: store, audiences: audiences,
            sleep: { [environment] in try? await environment.sleep($0) })
    }

    /// Detects the channel, and asks who has a TestFlight build again after each refresh that went well, as long as the
    /// server has not said. Ends when the task is cancelled.
    func detectChannel(with detector: ChannelDetector) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in detector.changes { self.learn(from: detector, isDetection: true) } }
            group.addTask {
                while !Task.isCancelled {
                    _ = await detector.detect()
                    self.learn(from: detector, isDetection: true)
                    self.launched(.channel)
                    await self.nextGoodRefresh()
                }
            }
            await group.waitForAll()
        }
    }
}

extension ClientCore {
    /// Asks which App Store the account belongs to, unless the app says it. Silence takes nothing back.
    func readStorefront() async {
        guard !state.withLock({ $0.isStorefrontSaid }) else { return }
        let deadline = Deadline(seconds: 5) { [environment] in try? await environment.sleep($0) }
        guard
            let storefront = await deadline.wait(for: { [environment] in await environment.storefront.current }) ?? nil
        else { return }
        change(presentingWith: trigger(of: .storefront)) { state, _ in
            if !state.isStorefrontSaid { state.setStorefront(storefront) }
            return ((), [])
        }
    }

    /// Waits until the policy sources have answered once more, or the task is cancelled.
    private func nextGoodRefresh() async {
        var isGood = false
        while !isGood, !Task.isCancelled {
            await refreshed.wait(after: refreshed.count)
            isGood = state.withLock { $0.lastResult.policy } == .confirmed
        }
    }
}

extension RefreshState {
    /// The state in which nothing was asked yet, unless an answer is awaited.
    var forgotten: RefreshState { isFetching ? self : .idle }
}
