/// The choice of the update URL for a channel.
enum UpdateLink {
    /// Whether a URL fits a channel: the App Store for App Store installations, TestFlight for TestFlight installations,
    /// the author's own host for the rest.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - channel: The channel of the installation.
    /// - Returns: Whether it fits.
    static func fits(_ url: String, channel: Channel) -> Bool {
        guard OpenableURL.isOpenable(url), let scheme = OpenableURL.scheme(of: url) else { return false }
        let host = OpenableURL.host(of: url) ?? ""
        let isStore = storeHosts.contains(host) || scheme == "itms-apps" || scheme == "macappstore"
        let isTestFlight = testFlightHosts.contains(host) || scheme == "itms-beta"
        switch channel {
        case .appstore: return isStore && !isTestFlight
        case .testflight: return isTestFlight
        case .debug, .adhoc, .unknown: return scheme == "https"
        case .marketplace, .web, .enterprise, .other: return scheme == "https" && !isStore && !isTestFlight
        }
    }

    /// Returns a store URL in its shortest form: `https://apps.apple.com/app/id<N>`.
    /// - Parameter url: Any URL.
    /// - Returns: The short form of a store URL, any other URL unchanged.
    static func reduced(_ url: String) -> String {
        guard let id = OpenableURL.appStoreID(in: url) else { return url }
        return store(id)
    }

    /// Returns the URL to open for an offer.
    ///
    /// - Parameters:
    ///   - channel: The channel of the installation.
    ///   - candidates: The URLs of the rule and the offer, in order of precedence.
    ///   - policy: The policy, whose links and Apple ID are used after the candidates.
    /// - Returns: The first URL that fits the channel; `nil` if none does.
    static func choose(for channel: Channel, from candidates: [String?] = [], policy: Policy) -> String? {
        for case let url? in candidates where fits(url, channel: channel) { return reduced(url) }
        return ofPolicy(policy, for: channel)
    }

    /// Returns the URL that the policy has for a channel, where neither the rule nor the offer has one that fits.
    /// - Parameters:
    ///   - policy: The policy.
    ///   - channel: The channel of the installation.
    /// - Returns: The link of the policy, or one made of its Apple ID; `nil` if it has neither.
    static func ofPolicy(_ policy: Policy, for channel: Channel) -> String? {
        for key in keys(channel) {
            if let url = policy.links[key], fits(url, channel: channel) { return reduced(url) }
        }
        switch channel {
        case .appstore: return policy.appleID.map(store)
        case .testflight: return policy.appleID.map { "itms-beta://beta.itunes.apple.com/v1/app/\($0)" }
        default: return nil
        }
    }

    private static let storeHosts: Set<String> = ["apps.apple.com", "itunes.apple.com"]
    private static let testFlightHosts: Set<String> = ["testflight.apple.com", "beta.itunes.apple.com"]

    private static func store(_ id: Int) -> String { "https://apps.apple.com/app/id\(id)" }

    private static func keys(_ channel: Channel) -> [String] {
        switch channel {
        case .testflight: ["testflight"]
        case .marketplace(let id?): ["marketplace:\(id)", "marketplace"]
        default: [channel.description]
        }
    }
}
