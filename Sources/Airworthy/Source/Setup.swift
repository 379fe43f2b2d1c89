public import AirworthyPolicy
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
        /// The mistakes of the app's code in root keys, one sentence each.
        private var mistakesInKeys: [String] = []

        /// The mistakes of the app's code, one sentence each.
        var mistakes: [String] { mistakesInKeys + policies.flatMap(\.mistakes) + (releases?.mistakes ?? []) }

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
            signed(app: app, roots: roots) { .server(url, pins: $0) }
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
            signed(app: app, roots: roots) { .manifest(url, pins: $0) }
        }

        /// An unsigned `config.json`.
        ///
        /// ```swift
        /// let airworthy = Airworthy(.config(url))
        /// ```
        /// - Parameters:
        ///   - url: The file; https only, apart from this machine in debug builds.
        ///   - channels: The channels to which the file applies, as for ``PolicySource/config(_:channels:)``.
        /// - Returns: The set-up.
        public static func config(_ url: URL, channels: [Channel]? = nil) -> Setup {
            Setup(policy: [.config(url, channels: channels)])
        }

        /// The builds of TestFlight alone, without rules: the client learns whether its build is one for internal or external testers, and
        /// the update check finds the newest build for them. It needs no keys, and can force nothing.
        ///
        /// ```swift
        /// let airworthy = Airworthy(.testFlight(server: url, app: "hashtags"))
        /// ```
        /// - Parameters:
        ///   - server: The airworthy server, e.g. `https://updates.example.com`.
        ///   - app: The app's slug on the server.
        /// - Returns: The set-up.
        public static func testFlight(server: URL, app: String) -> Setup {
            Setup(policy: [.testFlight(server: server, app: app)])
        }

        /// A file in the app's own format, which the app turns into rules.
        ///
        /// ```swift
        /// let airworthy = Airworthy(
        ///     .json(url) { data in
        ///         let file = try JSONDecoder().decode(Versions.self, from: data)
        ///         return Policy { Minimum(file.oldest, url: "https://apps.apple.com/app/id6504763618") }
        ///     })
        /// ```
        /// - Parameters:
        ///   - url: The file; https only, apart from this machine in debug builds.
        ///   - read: The function that reads the file, as for ``PolicySource/json(_:read:)``.
        /// - Returns: The set-up.
        public static func json(_ url: URL, read: @escaping @Sendable (Data) throws -> Policy) -> Setup {
            Setup(policy: [.json(url, read: read)])
        }

        /// Rules from anywhere: Firebase Remote Config, the app's own client, a database.
        ///
        /// ```swift
        /// let airworthy = Airworthy(.custom { try await remoteConfig.policy() })
        /// ```
        /// - Parameter fetch: The function that fetches rules, as for ``PolicySource/custom(id:_:)``.
        /// - Returns: The set-up.
        public static func custom(_ fetch: @escaping @Sendable () async throws -> Policy) -> Setup {
            Setup(policy: [.custom(fetch)])
        }

        /// The App Store's lookup without rules: recommends the newest release.
        ///
        /// ```swift
        /// let airworthy = Airworthy(.appStore(id: 6_504_763_618, remind: .weekly, requireMajor: true))
        /// ```
        /// - Parameters:
        ///   - id: The app's Apple ID. Without one the App Store is asked for the bundle id.
        ///   - country: The only storefront to ask, e.g. `JP`; accounts of others get no update. By default the storefront of the account, if
        ///     known.
        ///   - remind: The interval between prompts.
        ///   - skippable: Whether the user can skip a release.
        ///   - settle: The wait after a release, because stores in some countries lag behind.
        ///   - requireMajor: Whether a newer major version is required.
        ///   - title: The heading of the prompt; by default that of the library, in the user's language.
        ///   - message: The text of the prompt; by default the library names both versions. They stand below the app's own text.
        /// - Returns: The set-up.
        public static func appStore(
            id: Int? = nil, country: String? = nil, remind: Reminder = .daily, skippable: Bool = true,
            settle: Period = .days(1), requireMajor: Bool = false, title: LocalizedText? = nil,
            message: LocalizedText? = nil
        ) -> Setup {
            let rules = PolicySource.newestRelease(
                remind: remind, skippable: skippable, settle: settle, requireMajor: requireMajor, title: title,
                message: message)
            return Setup(policy: [rules], releases: .appStore(id: id, country: country))
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
            signed(app: app, roots: roots) { .bundled(manifest, pins: $0) }
        }

        /// Creates a set-up with one source of signed rules. An unreadable root key is left out and reported as
        /// ``AirworthyEvent/misconfigured(_:)``.
        private static func signed(app: String, roots: [String], source: (Pins) -> PolicySource) -> Setup {
            let keys = roots.map(PublicKey.init(base64:))
            var setup = Setup(policy: [source(Pins(app: app, roots: keys.compactMap(\.self)))])
            for (index, key) in keys.enumerated() where key == nil {
                setup.mistakesInKeys.append(
                    "roots[\(index)] is not a key: a root key is base64 of 32 bytes, as printed by airworthy keys new.")
            }
            if !keys.contains(where: { $0 != nil }) {
                setup.mistakesInKeys.append("No root key can be read, so no manifest is ever accepted.")
            }
            return setup
        }
    }
}
