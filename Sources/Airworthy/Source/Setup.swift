import AirworthyTrust
public import Foundation

extension Airworthy {
    /// The sources of a client: where its rules and its release data come from.
    ///
    /// ```swift
    /// let airworthy = Airworthy(.server(url, app: "hashtags", roots: [primary, backup]))
    /// ```
    public struct Setup: Sendable {
        let policies: [PolicySource]
        let releases: ReleaseSource?

        /// Creates a set-up with several sources.
        ///
        /// ```swift
        /// let setup = Airworthy.Setup(policy: [.config(url), .newestRelease], releases: .appStore(id: 6_504_763_618))
        /// ```
        /// - Parameters:
        ///   - policy: The policy sources, in order. A source is used only while no source before it has a policy in force.
        ///   - releases: The source of release data besides the manifest.
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
        ///
        /// ```swift
        /// let airworthy = Airworthy(.server(url, app: "hashtags", roots: [primary, backup]))
        /// ```
        /// - Parameters:
        ///   - url: The server, e.g. `https://updates.example.com`.
        ///   - app: The app's slug on the server.
        ///   - roots: The root keys in base64, as printed by `airworthy keys new`. Two or more.
        /// - Returns: The set-up.
        public static func server(_ url: URL, app: String, roots: [String]) -> Setup {
            Setup(policy: [.server(url, pins: pins(app: app, roots: roots))])
        }

        /// A signed manifest on any host.
        ///
        /// ```swift
        /// let airworthy = Airworthy(.manifest(url, app: "hashtags", roots: [primary, backup]))
        /// ```
        /// - Parameters:
        ///   - url: The file, as written by `airworthy sign`.
        ///   - app: The app's slug in the manifest.
        ///   - roots: The root keys in base64, as printed by `airworthy keys new`. Two or more.
        /// - Returns: The set-up.
        public static func manifest(_ url: URL, app: String, roots: [String]) -> Setup {
            Setup(policy: [.manifest(url, pins: pins(app: app, roots: roots))])
        }

        /// An unsigned `config.json`.
        ///
        /// ```swift
        /// let airworthy = Airworthy(.config(url))
        /// ```
        /// - Parameter url: The file; https only.
        /// - Returns: The set-up.
        public static func config(_ url: URL) -> Setup { Setup(policy: [.config(url)]) }

        /// The App Store's lookup without rules: recommends the newest release once it has been out for a day, with at most one
        /// prompt a day, which the user can skip.
        ///
        /// ```swift
        /// let airworthy = Airworthy(.appStore(id: 6_504_763_618))
        /// ```
        /// - Parameters:
        ///   - id: The app's Apple ID.
        ///   - country: The storefront to ask, e.g. `JP`. By default the storefront of the account, if known.
        /// - Returns: The set-up.
        public static func appStore(id: Int, country: String? = nil) -> Setup {
            Setup(policy: [.newestRelease], releases: .appStore(id: id, country: country))
        }

        /// A signed manifest that ships with the app. The client fetches nothing.
        ///
        /// ```swift
        /// let airworthy = Airworthy(.bundled(data, app: "hashtags", roots: [primary, backup]))
        /// ```
        /// - Parameters:
        ///   - manifest: The bytes of the file.
        ///   - app: The app's slug in the manifest.
        ///   - roots: The root keys in base64. Two or more.
        /// - Returns: The set-up.
        public static func bundled(_ manifest: Data, app: String, roots: [String]) -> Setup {
            Setup(policy: [.bundled(manifest, pins: pins(app: app, roots: roots))])
        }

        /// Returns the pins for root keys in base64. An unreadable key is a programming error: debug builds stop, release builds
        /// leave it out and trust the rest.
        private static func pins(app: String, roots: [String]) -> Pins {
            let keys = roots.compactMap(PublicKey.init(base64:))
            assert(keys.count == roots.count, "a root key is not base64 of 32 bytes")
            return Pins(app: app, roots: keys)
        }
    }
}

/// The former name of ``Airworthy/Airworthy/Setup``. A nested name cannot clash with a type of the app or of another package.
@available(*, deprecated, renamed: "Airworthy.Setup")
public typealias Setup = Airworthy.Setup
