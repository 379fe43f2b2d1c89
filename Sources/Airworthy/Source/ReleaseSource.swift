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

    /// The Apple ID of the app; `nil` if the lookup goes by the bundle id.
    let appleID: Int?
    let bundleID: String?
    let country: Storefront?
    /// The mistakes of the app's code in this source, one sentence each.
    let mistakes: [String]

    /// The App Store's public lookup. It knows the newest version in one country and no build numbers, and may be hours
    /// behind.
    ///
    /// ```swift
    /// let japan = ReleaseSource.appStore(id: 6_504_763_618, country: "JP")
    /// ```
    /// - Parameters:
    ///   - id: The app's Apple ID, as in `https://apps.apple.com/app/id<N>`. Without one the App Store is asked for the bundle
    ///     id of the process; an extension has another one than its app.
    ///   - country: The only storefront to ask, alpha-2 or alpha-3, e.g. `JP`: accounts of other storefronts get no update. By default the
    ///     storefront of the account if known, else Apple's default. Any other text is reported as ``AirworthyEvent/misconfigured(_:)`` and ignored.
    /// - Returns: The source.
    public static func appStore(id: Int? = nil, country: String? = nil) -> ReleaseSource {
        appStore(id: id, country: country, bundleID: Bundle.main.bundleIdentifier)
    }

    /// Creates the source for an app with the bundle id of a test.
    package static func appStore(id: Int?, country: String?, bundleID: String?) -> ReleaseSource {
        let storefront = country.flatMap(Storefront.init)
        var mistakes: [String] = []
        if let country, storefront == nil {
            mistakes.append("The country \"\(country)\" is not two or three letters, e.g. JP; it is ignored.")
        }
        if id == nil, bundleID == nil {
            mistakes.append("The process has no bundle id, so the App Store is never asked; name the app's Apple ID.")
        }
        return ReleaseSource(
            appleID: id, bundleID: id == nil ? bundleID : nil, country: storefront, mistakes: mistakes)
    }

    /// The storefront to ask: the named one, else the one of the account.
    func storefront(for installation: Installation) -> Storefront? { country ?? installation.storefront }

    /// Explains to developers why an account gets no update.
    /// - Parameter account: The storefront of the account, if known.
    /// - Returns: The explanation; `nil` if the lookup asks the account's storefront.
    func note(about account: Storefront?) -> String? {
        guard let country, let account, account != country else { return nil }
        return
            "The App Store was asked about \(country) only, and the account's storefront is \(account), so it is offered nothing. "
            + "Leave out the country to ask the account's own."
    }

    /// Returns the address to ask.
    /// - Parameters:
    ///   - storefront: The country; `nil` for Apple's default.
    ///   - platform: The platform of the app. Of an app for several, the App Store describes that of the iPhone unless it is asked
    ///     for another one.
    ///   - date: A cache on the way may have answered since this date, and no earlier. Caches keep an answer for a day or longer, so
    ///     the address differs from date to date.
    /// - Returns: The address; `nil` without an id.
    func url(for storefront: Storefront?, platform: Platform, cachedSince date: Date) -> URL? {
        guard var parts = URLComponents(string: Self.lookup) else { return nil }
        if let appleID {
            parts.queryItems = [URLQueryItem(name: "id", value: String(appleID))]
        } else if let bundleID {
            parts.queryItems = [URLQueryItem(name: "bundleId", value: bundleID)]
        } else {
            return nil
        }
        if let storefront {
            parts.queryItems?.append(URLQueryItem(name: "country", value: storefront.code.lowercased()))
        }
        if let entity = AppStoreLookup.entity(for: platform) {
            parts.queryItems?.append(URLQueryItem(name: "entity", value: entity))
        }
        parts.queryItems?.append(URLQueryItem(name: "_", value: String(Int(date.timeIntervalSince1970))))
        return parts.url
    }
}
