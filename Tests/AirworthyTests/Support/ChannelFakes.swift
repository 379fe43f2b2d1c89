import Airworthy
import AirworthyPolicy
import Foundation

/// A rung that answers as told.
struct FakeRung: ChannelRung {
    /// The deadline of a rung that never returns, by which `Time.onlyHanging` knows it.
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

/// Never returns, and does not mind being cancelled either.
func never<Value: Sendable>() async -> Value {
    await withUnsafeContinuation { (_: UnsafeContinuation<Value, Never>) in }
}

enum Time {
    /// Deadlines of those that hang pass at once, all others never.
    static let onlyHanging: Sleep = { seconds in
        if seconds != FakeRung.hanging { await untilCancelled() }
    }

    /// Every deadline passes at once.
    static let passed: Sleep = { _ in }

    static func untilCancelled() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
    }
}

/// Remembers in memory, for all builds.
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
