/// The choice of the update URL for a channel.
package enum UpdateLink {
    /// Whether a URL fits a channel: the App Store for App Store installations, TestFlight for TestFlight installations,
    /// Google Play for those of Google Play, the author's own host for the rest.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - channel: The channel of the installation.
    /// - Returns: Whether it fits.
    package static func fits(_ url: String, channel: Channel) -> Bool { reduced(url, fitting: channel) != nil }

    /// Returns a URL that fits a channel, in its shortest form.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - channel: The channel of the installation.
    /// - Returns: The short form of a store URL, any other URL unchanged; `nil` if it does not fit.
    static func reduced(_ url: String, fitting channel: Channel) -> String? {
        guard let parts = URLParts(url), parts.isOpenable else { return nil }
        let isStore =
            switch parts.host {
            case "apps.apple.com", "itunes.apple.com": true
            default: parts.scheme == "itms-apps" || parts.scheme == "macappstore"
            }
        let isTestFlight =
            switch parts.host {
            case "testflight.apple.com", "beta.itunes.apple.com": true
            default: parts.scheme == "itms-beta"
            }
        let isPlay = parts.host == "play.google.com"
        let fits =
            switch channel {
            case .appstore: isStore && !isTestFlight
            case .testflight: isTestFlight
            case .debug, .adhoc, .unknown: parts.scheme == "https"
            case .play: isPlay
            case .marketplace, .web, .enterprise, .sideload, .other:
                parts.scheme == "https" && !isStore && !isTestFlight && !isPlay
            }
        guard fits else { return nil }
        return parts.appStoreID.map(store) ?? url
    }

    /// Returns the URL to open for an offer.
    ///
    /// - Parameters:
    ///   - channel: The channel of the installation.
    ///   - candidates: The URLs of the rule and the offer, in order of precedence.
    ///   - policy: The policy, whose links and Apple ID are used after the candidates.
    /// - Returns: The first URL that fits the channel; `nil` if none does.
    package static func choose(for channel: Channel, from candidates: [String?] = [], policy: Policy) -> String? {
        for case let url? in candidates {
            if let url = reduced(url, fitting: channel) { return url }
        }
        return ofPolicy(policy, for: channel)
    }

    /// Returns the URL that the policy has for a channel, where neither the rule nor the offer has one that fits.
    /// - Parameters:
    ///   - policy: The policy.
    ///   - channel: The channel of the installation.
    /// - Returns: The link of the policy, or one made of its Apple ID; `nil` if it has neither.
    static func ofPolicy(_ policy: Policy, for channel: Channel) -> String? {
        for key in keys(channel) {
            if let url = policy.links[key].flatMap({ reduced($0, fitting: channel) }) { return url }
        }
        switch channel {
        case .appstore: return policy.appleID.map(store)
        case .testflight: return policy.appleID.map { testFlight($0) }
        default: return nil
        }
    }

    /// Returns the app's page in TestFlight, or TestFlight itself if the app's Apple ID is unknown.
    package static func testFlight(_ appleID: Int?) -> String {
        appleID.map { "itms-beta://beta.itunes.apple.com/v1/app/\($0)" } ?? "itms-beta://"
    }

    private static func store(_ id: Int) -> String { "https://apps.apple.com/app/id\(id)" }

    private static func keys(_ channel: Channel) -> [String] {
        switch channel {
        case .testflight: ["testflight"]
        case .marketplace(let id?): ["marketplace:\(id)", "marketplace"]
        case .play(.some): [channel.description, "play"]
        default: [channel.description]
        }
    }
}
