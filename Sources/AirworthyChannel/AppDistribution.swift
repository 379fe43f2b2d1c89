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
/// Task { await AppDistribution.current() }  // once, at launch
/// if AppDistribution.cached.isDeveloper { showExperiments() }  // anywhere, at once
/// ```
public struct AppDistribution: Hashable, Sendable {
    /// The channel.
    public let channel: DistributionChannel
    /// Whether the channel is certain. App Review runs in the sandbox, as TestFlight does. Where no `AppDistributor` tells them apart, so
    /// everywhere but on iPhones and iPads, TestFlight is not settled; on iOS 15 to 17.3 it is.
    public let isSettled: Bool
    /// The evidence in a few words, for logs and debug screens. It identifies neither user nor device.
    public let evidence: String

    /// Whether the app was installed by one of its developers or testers: a debug build, or a settled TestFlight build. App Review counts as
    /// neither.
    public var isDeveloper: Bool { channel == .debug || (channel == .testflight && isSettled) }

    /// The distribution of the running app as far as it is known, at once and from any thread: what ``current()`` has found, before that what it
    /// found at an earlier launch of the same installation, and `unknown` before the first. It reads a small file once in a process.
    public static var cached: AppDistribution { DistributionCache.standard.distribution }

    private static let detection = Locked<Task<AppDistribution, Never>?>(nil)

    /// Returns the distribution of the running app. It looks for evidence once in a process, and waits for it at most ten
    /// seconds, mostly none at all: `AppDistributor` and `AppTransaction` may not answer. Callable from any task. Afterwards ``cached`` has it,
    /// at the next launch from the start.
    /// - Returns: The distribution; `unknown` without evidence, such as of a Mac app from the web.
    public static func current() async -> AppDistribution {
        await detection.withLock { detection -> Task<AppDistribution, Never> in
            let task =
                detection
                ?? Task {
                    let found = await find(on: .current, rungs: ChannelHost.standardRungs) {
                        try? await Task.sleep(nanoseconds: UInt64(max(0, $0) * 1_000_000_000))
                    }
                    DistributionCache.standard.set(found)
                    return found
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
        return AppDistribution(ladder.verdict)
    }

    init(_ verdict: ChannelLadder.Verdict) {
        self.init(channel: verdict.channel, isSettled: verdict.strength == .conclusive, evidence: verdict.evidence)
    }

    init(channel: DistributionChannel, isSettled: Bool, evidence: String) {
        self.channel = channel
        self.isSettled = isSettled
        self.evidence = evidence
    }
}
