import AirworthyChannel

extension Airworthy {
    /// Whether the client tells its server once a day which version is installed.
    ///
    /// A check-in contains the platform, the version and build, the channel, the system's major and minor version, the storefront,
    /// the decision, and how often prompts of each rule were shown and answered. It contains no identifier, no exact time, no
    /// language and no attribute.
    ///
    /// ```swift
    /// let airworthy = Airworthy(.server(url, app: "hashtags", roots: roots), options: Airworthy.Options(checkIns: .off))
    /// ```
    public enum CheckIns: String, Hashable, Sendable, CaseIterable {
        /// After a refresh from a server, at most once a day (UTC) and once after an update of the app. The policy can say no.
        case on
        /// Never. The client counts nothing either.
        case off
    }

    /// Whether the client sends check-ins. Not stored: the next launch begins with ``Options/checkIns``. Turning them off discards
    /// what was counted for the next one.
    ///
    /// ```swift
    /// airworthy.checkIns = .off
    /// ```
    public var checkIns: CheckIns {
        get { core.state.withLock { $0.checkIns } }
        set { core.change { state, _ in state.setCheckIns(newValue) } }
    }

    /// Waits until no check-in is under way and the last one is stored. Not part of the public API.
    @_spi(Testing)
    public func finishCheckIn() async {
        await core.waitUntilSettled { !$0.isCheckingIn }
        await core.finishWriting()
    }
}

extension Airworthy.Options {
    /// On in release builds, off in debug builds.
    public static var defaultCheckIns: Airworthy.CheckIns {
        #if DEBUG
        .off
        #else
        .on
        #endif
    }
}
