import AirworthyPolicy

/// Keeps the channel of each build in the client's state.
struct StoredChannels: ChannelStore {
    private let core: ClientCore

    init(_ core: ClientCore) { self.core = core }

    func storedChannel(version: String, build: String) -> Channel? {
        core.state.withLock { $0.stored.channel(version: version, build: build) }
    }

    func store(_ channel: Channel, version: String, build: String) {
        core.change { state, _ in
            state.stored.keep(channel, version: version, build: build)
            return ((), [])
        }
    }
}

/// Remembers nothing: the app says its channel at each launch.
struct ForgetfulChannels: ChannelStore {
    func storedChannel(version: String, build: String) -> Channel? { nil }
    func store(_ channel: Channel, version: String, build: String) {}
}
