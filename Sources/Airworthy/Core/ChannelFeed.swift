package import AirworthyPolicy
import Foundation

/// Where the client learns how the copy was distributed.
package struct ChannelFeed: Sendable {
    /// What is known at once; `nil` leaves what the options say.
    package var current: @Sendable () -> Channel?
    /// Finds out more. Ends by itself.
    package var detect: @Sendable () async -> Void
    /// Each change. Ends when its task is cancelled.
    package var changes: @Sendable () -> AsyncStream<Channel>

    package init(
        current: @escaping @Sendable () -> Channel?, detect: @escaping @Sendable () async -> Void,
        changes: @escaping @Sendable () -> AsyncStream<Channel>
    ) {
        self.current = current
        self.detect = detect
        self.changes = changes
    }

    /// The options have said it all.
    package static let none = ChannelFeed(current: { nil }, detect: {}, changes: { AsyncStream { $0.finish() } })
}

/// Keeps the channel of each build in the client's state.
package struct StoredChannels: Sendable {
    private let core: ClientCore

    init(_ core: ClientCore) { self.core = core }

    /// What was stored for exactly this build.
    package func storedChannel(version: String, build: String) -> Channel? {
        core.state.withLock { $0.stored.channel(version: version, build: build) }
    }

    /// Stores the channel of a build; the oldest builds' go.
    package func store(_ channel: Channel, version: String, build: String) {
        core.change { state, _ in
            state.stored.keep(channel, version: version, build: build)
            return ((), [])
        }
    }
}

extension ClientCore {
    /// Decides for another channel from now on.
    func learn(_ channel: Channel) {
        change { state, _ in
            state.installation.channel = channel
            return ((), [])
        }
    }
}

extension RefreshState {
    /// The state in which nothing was asked yet, unless an answer is awaited.
    var forgotten: RefreshState { isFetching ? self : .idle }
}
