import AirworthyPolicy

extension ChannelFeed {
    /// What a detector finds out.
    /// - Parameter detector: Looks at the copy.
    package init(_ detector: ChannelDetector) {
        self.init(
            current: { detector.current.channel }, detect: { _ = await detector.detect() },
            changes: {
                let changes = detector.changes
                return AsyncStream { continuation in
                    let reading = Task {
                        for await detected in changes { continuation.yield(detected.channel) }
                        continuation.finish()
                    }
                    continuation.onTermination = { _ in reading.cancel() }
                }
            })
    }

    /// Detects where the app did not say how it was distributed. There is nothing to look at on Linux.
    static func standard(for installation: Installation, _ store: StoredChannels) -> ChannelFeed {
        #if os(Linux)
        return .none
        #else
        guard installation.channel == .unknown else { return .none }
        return ChannelFeed(
            ChannelDetector.standard(
                version: installation.versionText, build: installation.build?.description ?? "", store: store))
        #endif
    }
}

extension StoredChannels: ChannelStore {}
