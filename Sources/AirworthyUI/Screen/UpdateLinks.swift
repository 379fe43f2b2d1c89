import AirworthyPolicy
import Foundation

/// Where an update can be had, as links to try in turn.
struct UpdateLinks: Hashable, Sendable {
    /// What kind of place it is.
    enum Place: Hashable, Sendable {
        case appStore
        case testFlight
        case elsewhere
    }

    /// TestFlight's own page on the App Store, for testers who do not have it.
    private static let testFlightPage = "https://apps.apple.com/app/testflight/id899247664"

    let place: Place
    /// The links, the best first. All of them may be opened.
    let urls: [URL]

    /// - Parameters:
    ///   - links: What decision or report says, the best first.
    ///   - platform: The platform of the copy.
    init(_ links: [String?], platform: Platform) {
        let known = links.compactMap(\.self).filter(OpenableURL.isOpenable)
        let place = known.first.map(Self.place) ?? .elsewhere
        var texts = known
        switch place {
        case .appStore:
            // Where nothing takes the web link, the store's own scheme may do.
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
