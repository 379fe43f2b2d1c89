import AirworthyChannel
package import AirworthyPolicy

/// Storage for the channel of a build.
package protocol ChannelStore: Sendable {
    /// The channel stored for exactly this build. The detector calls it once, at launch, so it has to be quick.
    /// - Parameters:
    ///   - version: `CFBundleShortVersionString`.
    ///   - build: `CFBundleVersion`.
    /// - Returns: The channel, or `nil` if none is stored for this build.
    func storedChannel(version: String, build: String) -> Channel?

    /// Stores the channel of a build. It may drop the channels of other builds. Callable from any thread.
    /// - Parameters:
    ///   - channel: The channel.
    ///   - version: `CFBundleShortVersionString`.
    ///   - build: `CFBundleVersion`.
    func store(_ channel: Channel, version: String, build: String)
}

/// A channel store in the client's state.
struct ClientChannelStore: ChannelStore {
    let core: ClientCore

    func storedChannel(version: String, build: String) -> Channel? {
        core.state.withLock { $0.stored.channel(version: version, build: build) }
    }

    func store(_ channel: Channel, version: String, build: String) {
        core.change { state, _ in state.stored.keep(channel, version: version, build: build) }
    }
}

/// A channel store that keeps nothing, for an app that declares its channel at each launch.
struct NoChannelStore: ChannelStore {
    func storedChannel(version: String, build: String) -> Channel? { nil }
    func store(_ channel: Channel, version: String, build: String) {}
}
