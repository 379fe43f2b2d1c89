import AirworthyPolicy
import Foundation

/// Where testers get a build.
package enum TestFlightLinks {
    /// Puts links in the order in which they should be tried. What does not lead to TestFlight is left out.
    /// - Parameters:
    ///   - appleID: The app's number on the App Store.
    ///   - urls: What the server and the policy say.
    /// - Returns: Links that open the TestFlight app first, web links after them, each once.
    package static func all(appleID: Int?, _ urls: [String?]) -> [String] {
        let page = appleID.map { "itms-beta://beta.itunes.apple.com/v1/app/\($0)" }
        let known = ([page] + urls).compactMap { $0 }.filter(leadsToTestFlight)
        let ordered = known.filter { !isWeb($0) } + known.filter(isWeb)
        var seen: Set<String> = []
        return ordered.filter { seen.insert($0).inserted }
    }

    /// Opens the first link that something takes. From any thread.
    /// - Parameters:
    ///   - links: Links, the best first.
    ///   - opener: Hands a URL to the system.
    /// - Returns: The link that was opened; `nil` if none was.
    package static func openFirst(of links: [String], with opener: any URLOpener) async -> String? {
        for link in links {
            if let url = URL(string: link), await opener.open(url) { return link }
        }
        return nil
    }

    private static func isWeb(_ link: String) -> Bool { OpenableURL.scheme(of: link) == "https" }

    private static func leadsToTestFlight(_ link: String) -> Bool {
        guard OpenableURL.isOpenable(link) else { return false }
        return OpenableURL.scheme(of: link) == "itms-beta" || OpenableURL.host(of: link) == "testflight.apple.com"
    }
}
