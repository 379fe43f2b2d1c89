package import AirworthyPolicy
package import Foundation

/// The links to an update, the best first.
package struct UpdateLinks: Hashable, Sendable {
    /// The place that the links lead to.
    package enum Place: Hashable, Sendable {
        case appStore
        case testFlight
        case elsewhere
    }

    /// TestFlight's page on the App Store, for testers who have not installed TestFlight.
    private static let testFlightPage = "https://apps.apple.com/app/testflight/id899247664"

    package let place: Place
    /// The links, the best first. The app may open each of them.
    package let urls: [URL]

    /// Creates the links of an update: those of `links` that the app may open, then fallbacks for their place.
    /// - Parameters:
    ///   - links: The links of the decision or the report, the best first.
    ///   - platform: The platform of the installed app.
    package init(_ links: [String?], platform: Platform) {
        let known = links.compactMap(\.self).filter(OpenableURL.isOpenable)
        let place = known.first.map(Self.place) ?? .elsewhere
        var texts = known
        switch place {
        case .appStore:
            // The store's own scheme is the fallback if nothing opens the web link.
            let scheme = platform == .macos ? "macappstore" : "itms-apps"
            let ids = known.compactMap(OpenableURL.appStoreID)
            texts += ids.map { "\(scheme)://apps.apple.com/app/id\($0)" }
        case .testFlight: texts.append(Self.testFlightPage)
        case .elsewhere: break
        }
        var seen: Set<String> = []
        self.place = place
        urls = texts.filter { seen.insert($0).inserted }.compactMap { URL(string: $0) }
    }

    private static func place(of link: String) -> Place {
        let scheme = OpenableURL.scheme(of: link)
        let host = OpenableURL.host(of: link)
        if scheme == "itms-beta" || host == "testflight.apple.com" || host == "beta.itunes.apple.com" {
            return .testFlight
        }
        if scheme == "itms-apps" || scheme == "macappstore" || host == "apps.apple.com" || host == "itunes.apple.com" {
            return .appStore
        }
        return .elsewhere
    }
}
