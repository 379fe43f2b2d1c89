import AirworthyChannel
import AirworthyPolicy
import Foundation

/// Detects the channel and the storefront of the account while the client runs.
struct ChannelFollower: Sendable {
    /// The time limit, in seconds, of StoreKit's answer about the storefront.
    private static let storefrontTimeout: TimeInterval = 5

    let core: ClientCore
    let detector: ChannelDetector

    /// Runs until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await readStorefront()
                core.finishLaunchPart(.storefront)
            }
            group.addTask { for await _ in detector.changes { core.adoptChannel(of: detector, isDetection: true) } }
            group.addTask { await detectRepeatedly() }
            await group.waitForAll()
        }
    }

    /// Detects the channel. After each successful refresh it asks the server again for the audience of a TestFlight build, as
    /// long as the server has not answered.
    private func detectRepeatedly() async {
        while !Task.isCancelled {
            _ = await detector.detect()
            core.adoptChannel(of: detector, isDetection: true)
            core.finishLaunchPart(.channel)
            await waitForSuccessfulRefresh()
        }
    }

    /// Asks StoreKit for the storefront of the account, unless the app has set one. Without an answer the known one stays.
    private func readStorefront() async {
        guard !core.state.withLock({ $0.isStorefrontOverridden }) else { return }
        let environment = core.environment
        let deadline = Deadline(seconds: Self.storefrontTimeout) { try? await environment.sleep($0) }
        guard let storefront = await deadline.wait(for: { await environment.storefront.current }) ?? nil else { return }
        core.change(presentingWith: core.trigger(for: .storefront)) { state, _ in
            if !state.isStorefrontOverridden { state.setStorefront(storefront) }
        }
    }

    /// Waits until the policy sources have confirmed the policy once more, or the task is cancelled.
    private func waitForSuccessfulRefresh() async {
        var isConfirmed = false
        while !isConfirmed, !Task.isCancelled {
            await core.refreshed.wait(after: core.refreshed.count)
            isConfirmed = core.state.withLock { $0.schedule.lastResult.policy == .confirmed }
        }
    }
}

extension ClientCore {
    /// Uses the detector's channel from now on.
    /// - Parameters:
    ///   - detector: The detector.
    ///   - isDetection: Whether the channel was detected rather than overridden. A detected channel is part of the launch, so
    ///     a block that follows from it may come up at once.
    func adoptChannel(of detector: ChannelDetector, isDetection: Bool = false) {
        // The channel is read again under the lock: of two concurrent calls the later one must not set an older channel.
        let channel = detector.current.channel
        guard state.withLock({ $0.installation.channel }) != channel else { return }
        change(presentingWith: isDetection ? trigger(for: .channel) : .refresh) { state, _ in
            state.installation.channel = detector.current.channel
        }
    }

    /// Creates the detector of an installation. A channel that the app declares counts, except that only the server knows
    /// the audience of a TestFlight build.
    func makeDetector(
        for installation: Installation, host: ChannelHost, rungs: [any ChannelRung],
        testerGroup: Channel.Audience? = nil
    ) -> ChannelDetector {
        let declared = installation.channel == .unknown ? nil : installation.channel
        let isOpen = declared == nil || declared == .testflight(nil)
        let store: any ChannelStore = isOpen ? ClientChannelStore(core: self) : NoChannelStore()
        var audiences: ChannelDetector.AudienceQuery?
        if isOpen, state.withLock({ $0.policies.server != nil }) {
            audiences = { await TestFlightCheck(core: self).audiences() }
        }
        return ChannelDetector(
            version: installation.versionText, build: installation.build?.description ?? "", host: host,
            rungs: rungs, declared: declared, testerGroup: testerGroup, store: store, audiences: audiences,
            sleep: { [environment] in try? await environment.sleep($0) })
    }
}
