import AirworthyTrust
public import Foundation

/// A whole set-up in one line, for `Airworthy(_:)`.
public struct Setup: Sendable {
    let policies: [PolicySource]
    let releases: ReleaseSource?

    /// Puts a set-up together.
    /// - Parameters:
    ///   - policy: Where rules come from, in order: the next one counts while the one before has nothing in force.
    ///   - releases: Where release data comes from, besides the manifest.
    public init(policy: [PolicySource], releases: ReleaseSource? = nil) {
        policies = policy
        self.releases = releases
    }

    /// The former name of ``init(policy:releases:)``.
    /// - Parameters:
    ///   - policy: The policy sources.
    ///   - facts: The source of release data.
    @available(*, deprecated, renamed: "init(policy:releases:)")
    public init(policy: [PolicySource], facts: ReleaseSource?) { self.init(policy: policy, releases: facts) }

    /// An airworthy server.
    /// - Parameters:
    ///   - url: The server, e.g. `https://updates.example.com`.
    ///   - app: The app's slug there.
    ///   - roots: The root keys in base64, as `airworthy keys new` prints them. Two or more.
    /// - Returns: The set-up.
    public static func server(_ url: URL, app: String, roots: [String]) -> Setup {
        Setup(policy: [.server(url, pins: pins(app, roots))])
    }

    /// A signed manifest on any host.
    /// - Parameters:
    ///   - url: The file, as `airworthy sign` wrote it.
    ///   - app: The app's slug in it.
    ///   - roots: The root keys in base64, as `airworthy keys new` prints them. Two or more.
    /// - Returns: The set-up.
    public static func manifest(_ url: URL, app: String, roots: [String]) -> Setup {
        Setup(policy: [.manifest(url, pins: pins(app, roots))])
    }

    /// A plain, unsigned `config.json`.
    /// - Parameter url: The file; https only.
    /// - Returns: The set-up.
    public static func config(_ url: URL) -> Setup { Setup(policy: [.config(url)]) }

    /// The App Store's lookup and no rules: anything below the newest release is worth a prompt a day, which can be
    /// skipped, once the release has been out for a day.
    /// - Parameters:
    ///   - id: The app's Apple ID.
    ///   - country: Which store, e.g. `JP`; left out: the account's, if it is known.
    /// - Returns: The set-up.
    public static func appStore(id: Int, country: String? = nil) -> Setup {
        Setup(policy: [.newestRelease], releases: .appStore(id: id, country: country))
    }

    /// A signed manifest that ships with the app, and nothing else. It is never asked for anew.
    /// - Parameters:
    ///   - manifest: The file's bytes.
    ///   - app: The app's slug in it.
    ///   - roots: The root keys in base64. Two or more.
    /// - Returns: The set-up.
    public static func bundled(_ manifest: Data, app: String, roots: [String]) -> Setup {
        Setup(policy: [.bundled(manifest, pins: pins(app, roots))])
    }

    /// A key that cannot be read trusts nobody. That is a mistake in the source code, so debug builds stop at it.
    private static func pins(_ app: String, _ roots: [String]) -> Pins {
        let keys = roots.compactMap(PublicKey.init(base64:))
        assert(keys.count == roots.count, "a root key is not base64 of 32 bytes")
        return Pins(app: app, roots: keys)
    }
}
