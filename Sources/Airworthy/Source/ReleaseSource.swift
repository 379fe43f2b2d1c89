import AirworthyPolicy
import Foundation

/// A source of release data besides the manifest: which versions users can install.
///
/// ```swift
/// let airworthy = Airworthy(policy: .rules(policy), releases: .appStore(id: 6_504_763_618))
/// ```
public struct ReleaseSource: Sendable {
    /// The default time between two lookups, in seconds.
    static let interval: TimeInterval = 21_600
    private static let lookup = "https://itunes.apple.com/lookup"

    let appleID: Int
    let country: Storefront?

    /// The App Store's public lookup. It knows the newest version in one country and no build numbers, and may be hours
    /// behind.
    ///
    /// ```swift
    /// let japan = ReleaseSource.appStore(id: 6_504_763_618, country: "JP")
    /// ```
    /// - Parameters:
    ///   - id: The app's Apple ID, as in `https://apps.apple.com/app/id<N>`.
    ///   - country: The storefront to ask, alpha-2 or alpha-3, e.g. `JP`. By default the storefront of the account if known,
    ///     else Apple's default. Any other text is a programming error: debug builds stop, release builds ignore it.
    /// - Returns: The source.
    public static func appStore(id: Int, country: String? = nil) -> ReleaseSource {
        let storefront = country.flatMap(Storefront.init)
        assert((storefront == nil) == (country == nil), "a country is two or three letters, e.g. JP")
        return ReleaseSource(appleID: id, country: storefront)
    }

    /// The storefront to ask: the named one, else the one of the account.
    func storefront(for installation: Installation) -> Storefront? { country ?? installation.storefront }

    func url(for storefront: Storefront?) -> URL? {
        guard var parts = URLComponents(string: Self.lookup) else { return nil }
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
