import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation

/// A rung with a given finding.
struct FakeRung: ChannelRung {
    /// The time limit of a rung that never returns. `FakeSleep.onlyHanging` recognises it.
    static let hanging: TimeInterval = 0.125

    let step: ChannelStep
    let answer: ChannelFinding?
    var asked = Locked(0)
    var deadline: TimeInterval { answer == nil ? Self.hanging : 10 }

    func find() async -> ChannelFinding {
        asked.withLock { $0 += 1 }
        guard let answer else { return await never() }
        return answer
    }
}

struct FakeImmediateRung: ImmediateRung {
    let step: ChannelStep
    let answer: ChannelFinding
    var asked = Locked(0)

    func findNow() -> ChannelFinding {
        asked.withLock { $0 += 1 }
        return answer
    }
}

/// Never returns, even if the task is cancelled.
func never<Value: Sendable>() async -> Value {
    await withUnsafeContinuation { (_: UnsafeContinuation<Value, Never>) in }
}

/// Substitutes for the function that waits.
enum FakeSleep {
    /// The time limits of hanging rungs pass at once, all others never.
    static let onlyHanging: Sleep = { seconds in
        if seconds != FakeRung.hanging { await untilCancelled() }
    }

    /// Every time limit passes at once.
    static let passed: Sleep = { _ in }

    static func untilCancelled() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
    }
}

/// A store in memory, for all builds.
final class MemoryChannelStore: ChannelStore {
    let written = Locked<[String]>([])
    private let channels: Locked<[String: Channel]>

    init(_ channels: [String: Channel] = [:]) { self.channels = Locked(channels) }

    func storedChannel(version: String, build: String) -> Channel? {
        channels.withLock { $0["\(version) (\(build))"] }
    }

    func store(_ channel: Channel, version: String, build: String) {
        channels.withLock { $0["\(version) (\(build))"] = channel }
        written.withLock { $0.append(channel.description) }
    }
}

extension FakeWorld {
    /// Launches an installation that declares no channel.
    func launch(
        _ setup: Airworthy.Setup, detecting install: Install, hanging: Set<ChannelStep> = [],
        testerGroup: Channel.Audience? = nil
    ) -> Airworthy {
        let installation = Installation(version: "1.5", build: try? BuildNumber("150"), channel: .unknown)
        let rungs = ChannelStep.allCases.map { step -> any ChannelRung in
            switch step {
            case .profile, .receipt: FakeImmediateRung(step: step, answer: install.finding(step))
            case .distributor, .transaction:
                FakeRung(step: step, answer: hanging.contains(step) ? nil : install.finding(step))
            }
        }
        return Airworthy(
            setup,
            options: Airworthy.Options(
                installation: installation, transport: transport, testerGroup: testerGroup),
            environment: environment, store: store, host: install.host, rungs: rungs)
    }
}
