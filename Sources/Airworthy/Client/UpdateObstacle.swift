import AirworthyPolicy

extension ClientState {
    /// Explains why a check cannot find an update here, however often the user asks.
    /// - Parameter isFresh: Whether all sources answered just now.
    /// - Returns: The explanation for developers; `nil` if a later check may find one.
    func obstacle(isFresh: Bool) -> String? {
        let channel = installation.channel
        switch channel {
        case .debug:
            return
                "No store replaces a debug build. Launch it with \(LaunchArgument.channel) appstore to see what a user sees."
        case .adhoc: return "No store replaces an ad hoc build."
        case .unknown where launch.contains(.channel): return nil
        case .unknown:
            return "Nothing tells how the app was distributed; declare it, e.g. options.declaredChannel = .web."
        case .testflight where policies.server != nil: return nil
        case .testflight:
            return isFresh ? "No source names TestFlight builds; a server does, or a manifest that lists them." : nil
        case .appstore where releaseSource != nil: return nil
        case .appstore: return isFresh ? "No source names releases; add releases: .appStore()." : nil
        case .marketplace, .web, .enterprise, .play, .sideload, .other:
            return isFresh
                ? "No source names releases for the channel \(channel); a server or a manifest that lists them does."
                : nil
        }
    }
}
