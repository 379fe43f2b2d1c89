public import AirworthyPolicy

extension Airworthy {
    /// How this copy was distributed, what that was told from, and whether a better answer may still come. ``run()`` finds
    /// out more. From any thread, without waiting.
    public var detectedChannel: DetectedChannel { detector.current }

    /// Puts a channel in the place of the real one, to try things out. It lasts as long as the process, is never stored, and
    /// does nothing in a copy from the App Store, a marketplace, a web site or an enterprise. From any thread.
    /// - Parameter channel: The channel to pretend; `nil` takes it away.
    public func overrideChannel(_ channel: Channel?) {
        detector.override(with: channel)
        core.learn(from: detector)
    }

    /// What ``overrideChannel(_:)`` was told last.
    package var pretendedChannel: Channel? { detector.state.withLock { $0.override } }
}
