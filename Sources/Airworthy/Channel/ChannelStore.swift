package import AirworthyPolicy

/// Remembers the channel of a build from launch to launch.
package protocol ChannelStore: Sendable {
    /// What was stored for exactly this build. Called once, at start, so it has to be quick.
    /// - Parameters:
    ///   - version: `CFBundleShortVersionString`.
    ///   - build: `CFBundleVersion`.
    /// - Returns: `nil` where nothing was stored for it.
    func storedChannel(version: String, build: String) -> Channel?

    /// Stores the channel of a build, and may forget those of other builds. May be called from any thread.
    /// - Parameters:
    ///   - channel: The channel.
    ///   - version: `CFBundleShortVersionString`.
    ///   - build: `CFBundleVersion`.
    func store(_ channel: Channel, version: String, build: String)
}
