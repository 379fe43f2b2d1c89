import AirworthyPolicy
package import Foundation

/// Where facts about releases come from, if the manifest does not have them.
public struct ReleaseSource: Sendable {
    let appleID: Int
    let country: Storefront?
    let base: URL?

    /// The App Store's public lookup. It knows the newest version of one country's store and no build numbers, and may be
    /// hours behind.
    /// - Parameters:
    ///   - id: The app's Apple ID, as in `https://apps.apple.com/app/id<N>`.
    ///   - country: Which store, alpha-2 or alpha-3, e.g. `JP`. Left out: the account's, if it is known, else nobody
    ///     knows which. Anything else is a mistake in the source code: debug builds stop at it, others leave it out.
    /// - Returns: The source.
    public static func appStore(id: Int, country: String? = nil) -> ReleaseSource {
        let storefront = country.flatMap(Storefront.init)
        assert((storefront == nil) == (country == nil), "a country is two or three letters, e.g. JP")
        return ReleaseSource(appleID: id, country: storefront, base: Self.lookup)
    }

    /// The same, asked of a stand-in for the App Store.
    package static func appStore(id: Int, country: String? = nil, at base: URL) -> ReleaseSource {
        ReleaseSource(appleID: id, country: country.flatMap(Storefront.init), base: base)
    }

    /// How often the App Store is asked, in seconds.
    static let every: TimeInterval = 21_600
    private static let lookup = URL(string: "https://itunes.apple.com/lookup")
}

extension ReleaseSource {
    /// The store to ask: the one that was named, else the account's.
    func storefront(for installation: Installation) -> Storefront? { country ?? installation.storefront }

    func url(for storefront: Storefront?) -> URL? {
        guard let base, var parts = URLComponents(url: base, resolvingAgainstBaseURL: false) else { return nil }
        parts.queryItems = [URLQueryItem(name: "id", value: String(appleID))]
        if let storefront {
            parts.queryItems?.append(URLQueryItem(name: "country", value: storefront.code.lowercased()))
        }
        return parts.url
    }
}

/// The former name of ``ReleaseSource``.
@available(*, deprecated, renamed: "ReleaseSource")
public typealias FactsSource = ReleaseSource
