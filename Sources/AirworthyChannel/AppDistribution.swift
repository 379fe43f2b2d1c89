import Foundation

/// A way in which an app can be distributed.
public enum DistributionChannel: Hashable, Sendable, CustomStringConvertible {
    /// A build from Xcode or in the simulator.
    case debug
    /// TestFlight. App Review looks like it, see ``AppDistribution/isSettled``.
    case testflight
    /// The App Store.
    case appstore
    /// An alternative marketplace, by its bundle id if known.
    case marketplace(String?)
    /// The web, in the European Union.
    case web
    /// An ad hoc build, such as Firebase App Distribution hands out.
    case adhoc
    /// An enterprise or education build.
    case enterprise
    /// Unknown.
    case unknown

    /// The name, e.g. `testflight` or `marketplace:com.example.store`.
    public var description: String {
        switch self {
        case .debug: "debug"
        case .testflight: "testflight"
        case .appstore: "appstore"
        case .marketplace(let id): id.map { "marketplace:\($0)" } ?? "marketplace"
        case .web: "web"
        case .adhoc: "adhoc"
        case .enterprise: "enterprise"
        case .unknown: "unknown"
        }
    }
}

/// The way in which this app was distributed, with the evidence.
///
/// ```swift
/// let distribution = await AppDistribution.current()
/// if distribution.channel == .testflight { showFeedbackButton() }
/// ```
public struct AppDistribution: Hashable, Sendable {
    /// The channel.
    public let channel: DistributionChannel
    /// Whether the channel is certain. App Review runs in the sandbox, as TestFlight does. Where no `AppDistributor` tells them apart, so
    /// everywhere but on iPhones and iPads, TestFlight is not settled; on iOS 15 to 17.3 it is.
    public let isSettled: Bool
    /// The evidence in a few words, for logs and debug screens. It identifies neither user nor device.
    public let evidence: String

    private static let detection = Locked<Task<AppDistribution, Never>?>(nil)

    /// Returns the distribution of the running app. It looks for evidence once in a process, and waits for it at most ten
    /// seconds, mostly none at all: `AppDistributor` and `AppTransaction` may not answer. Callable from any task.
    /// - Returns: The distribution; `unknown` without evidence, such as of a Mac app from the web.
    public static func current() async -> AppDistribution {
        await detection.withLock { detection -> Task<AppDistribution, Never> in
            let task =
                detection
                ?? Task {
                    await find(on: .current, rungs: ChannelHost.standardRungs) {
                        try? await Task.sleep(nanoseconds: UInt64(max(0, $0) * 1_000_000_000))
                    }
                }
            detection = task
            return task
        }.value
    }

    /// Climbs the ladder.
    package static func find(
        on host: ChannelHost, rungs: [any ChannelRung], sleep: @escaping Sleep
    ) async -> AppDistribution {
        var ladder = ChannelLadder(host: host)
        while let step = ladder.next {
            var finding = ChannelFinding.absent
            if let rung = rungs.first(where: { $0.step == step }) {
                finding = await Deadline(seconds: rung.deadline, sleep: sleep).wait { await rung.find() } ?? .timedOut
            }
            ladder.take(finding)
        }
        let verdict = ladder.verdict
        return AppDistribution(
            channel: verdict.channel, isSettled: verdict.strength == .conclusive, evidence: verdict.evidence)
    }
}
