public import AirworthyPolicy
public import AirworthyTrust
public import Foundation

/// A source of rules.
///
/// The client may have several sources, in order. It uses a source only while no source before it has a policy in
/// force.
///
/// ```swift
/// let airworthy = Airworthy(policy: .server(url, pins: pins), .bundled(shipped, pins: pins))
/// ```
public struct PolicySource: Sendable {
    enum Kind: Sendable {
        case signed(URL, Pins)
        case config(URL, channels: [Channel]?)
        /// A file in the app's own format, and the app's function that reads it.
        case json(URL, read: @Sendable (Data) throws -> Policy)
        /// The app's function that fetches rules from anywhere.
        case custom(id: String, fetch: @Sendable () async throws -> Policy)
        case bundled([UInt8], Pins)
        case rules(Policy)
        /// No rules: only the server's public data about TestFlight builds.
        case testFlight
    }

    /// An airworthy server, which also answers questions about TestFlight builds.
    struct Server: Sendable {
        let url: URL
        let app: String
    }

    let kind: Kind
    private(set) var server: Server?

    /// An airworthy server.
    ///
    /// ```swift
    /// let pins = Pins(app: "hashtags", roots: [primary, backup])
    /// let source = PolicySource.server(URL(string: "https://updates.example.com")!, pins: pins)
    /// ```
    /// - Parameters:
    ///   - url: The server without a path; the client adds `/v1/apps/<app>/manifest`.
    ///   - pins: The conditions for manifests: the app's slug, the trusted keys, the audience and the lineage.
    /// - Returns: The source.
    public static func server(_ url: URL, pins: Pins) -> PolicySource {
        let manifest = url.appendingPathComponent("v1/apps/\(pins.app)/manifest")
        return PolicySource(kind: .signed(manifest, pins), server: Server(url: url, app: pins.app))
    }

    /// A signed manifest on any host, as written by `airworthy sign`.
    ///
    /// ```swift
    /// let source = PolicySource.manifest(URL(string: "https://files.example.com/manifest.json")!, pins: pins)
    /// ```
    /// - Parameters:
    ///   - url: The file.
    ///   - pins: The conditions for manifests: the app's slug, the trusted keys, the audience and the lineage.
    /// - Returns: The source.
    public static func manifest(_ url: URL, pins: Pins) -> PolicySource { PolicySource(kind: .signed(url, pins)) }

    /// A signed manifest that ships with the app.
    ///
    /// ```swift
    /// let source = PolicySource.bundled(try Data(contentsOf: file), pins: pins)
    /// ```
    /// - Parameters:
    ///   - manifest: The bytes of the file.
    ///   - pins: The conditions for manifests: the app's slug, the trusted keys, the audience and the lineage.
    /// - Returns: The source.
    public static func bundled(_ manifest: Data, pins: Pins) -> PolicySource {
        PolicySource(kind: .bundled(Array(manifest), pins))
    }

    /// The public data of an airworthy server about TestFlight builds, without any rules: the client learns the audience of its build, and
    /// the update check finds the newest build. It needs no keys, and can neither force nor suggest an update, nor switch a feature.
    ///
    /// ```swift
    /// let airworthy = Airworthy(policy: .config(url), .testFlight(server: server, app: "hashtags"))
    /// ```
    /// - Parameters:
    ///   - server: The server without a path, e.g. `https://updates.example.com`.
    ///   - app: The app's slug on the server.
    /// - Returns: The source.
    public static func testFlight(server: URL, app: String) -> PolicySource {
        PolicySource(kind: .testFlight, server: Server(url: server, app: app))
    }

    /// An unsigned `config.json`. The client accepts it over https only. Once the client has accepted a signed manifest, an
    /// unsigned file can only recommend updates.
    ///
    /// ```swift
    /// let source = PolicySource.config(URL(string: "https://files.example.com/config.json")!)
    /// ```
    /// - Parameters:
    ///   - url: The file.
    ///   - channels: The channels to which the file applies. By default those that its link fits, so only the App Store if the link
    ///     leads there. In TestFlight the update button opens TestFlight.
    /// - Returns: The source.
    public static func config(_ url: URL, channels: [Channel]? = nil) -> PolicySource {
        PolicySource(kind: .config(url, channels: channels))
    }

    /// A file in the app's own format, which the app turns into rules. The client accepts it over https only, and stores the
    /// rules. Once the client has accepted a signed manifest, they can only recommend updates.
    ///
    /// ```swift
    /// let source = PolicySource.json(url) { data in
    ///     let file = try JSONDecoder().decode(Versions.self, from: data)
    ///     return Policy { Minimum(file.oldest) }
    /// }
    /// ```
    /// - Parameters:
    ///   - url: The file.
    ///   - read: The function that reads the file. It runs off the main actor, after each download. After an error the last
    ///     good rules stay in force.
    /// - Returns: The source.
    public static func json(_ url: URL, read: @escaping @Sendable (Data) throws -> Policy) -> PolicySource {
        PolicySource(kind: .json(url, read: read))
    }

    /// Rules from anywhere: Firebase Remote Config, the app's own client, a database. The client asks at launch, on return to
    /// the app and on schedule, and stores the rules. Once it has accepted a signed manifest, they can only recommend updates.
    ///
    /// ```swift
    /// let source = PolicySource.custom { try await remoteConfig.policy() }
    /// ```
    /// - Parameters:
    ///   - id: The name under which the rules are stored. Name it if a client has several such sources.
    ///   - fetch: The function that fetches rules. It runs off the main actor, within the time limit of
    ///     ``Airworthy/Airworthy/Options/deadline``. After an error the last good rules stay in force.
    /// - Returns: The source.
    public static func custom(
        id: String = "custom", _ fetch: @escaping @Sendable () async throws -> Policy
    ) -> PolicySource { PolicySource(kind: .custom(id: id, fetch: fetch)) }

    /// Rules in the app's code.
    ///
    /// ```swift
    /// let source = PolicySource.rules(Policy { Require("2.2.0", url: "https://apps.apple.com/app/id6504763618") })
    /// ```
    /// - Parameter policy: The rules.
    /// - Returns: The source.
    public static func rules(_ policy: Policy) -> PolicySource { PolicySource(kind: .rules(policy)) }

    /// A single rule for apps without rules of their own: recommends the newest release once it has been out for a day, with
    /// at most one prompt a day, which the user can skip.
    ///
    /// ```swift
    /// let airworthy = Airworthy(policy: .config(url), .newestRelease, releases: .appStore(id: 6_504_763_618))
    /// ```
    public static let newestRelease = newestRelease(remind: .daily)

    /// Rules for apps without rules of their own: recommends the newest release.
    ///
    /// ```swift
    /// let airworthy = Airworthy(
    ///     policy: .config(url), .newestRelease(remind: .weekly), releases: .appStore(id: 6_504_763_618))
    /// ```
    /// - Parameters:
    ///   - remind: The interval between prompts.
    ///   - skippable: Whether the user can skip a release.
    ///   - settle: The wait after a release, because stores in some countries lag behind.
    ///   - requireMajor: Whether a newer major version is required.
    ///   - title: The heading of the prompt; by default that of the library.
    ///   - message: The text of the prompt; by default the library names both versions.
    /// - Returns: The source.
    public static func newestRelease(
        remind: Reminder, skippable: Bool = true, settle: Period = .days(1), requireMajor: Bool = false,
        title: LocalizedText? = nil, message: LocalizedText? = nil
    ) -> PolicySource {
        let older = (try? VersionRange("<latest")).map(Condition.version) ?? .unknown("version")
        var major = Effect()
        major.perChange = [.major: .required]
        major.releasedFor = settle
        (major.title, major.message) = (title, message)
        var newest = Effect(update: .recommended)
        newest.remind = remind
        newest.skippable = skippable
        newest.releasedFor = settle
        (newest.title, newest.message) = (title, message)
        let rule = Rule(id: "newest-release", when: older, effect: newest)
        return rules(
            Policy(rules: (requireMajor ? [Rule(id: "newest-major", when: older, effect: major)] : []) + [rule]))
    }

    /// The key under which the client stores the fetched document. A signed manifest is valid for the app at any
    /// address, so its key names the app. An unsigned file is valid for its own address only.
    var key: String? {
        switch kind {
        case .signed(_, let pins): "signed:\(pins.app)"
        case .config(let url, _): "config:\(url.absoluteString)"
        case .json(let url, _): "json:\(url.absoluteString)"
        case .custom(let id, _): "custom:\(id)"
        case .bundled, .rules, .testFlight: nil
        }
    }

    /// The address to fetch; `nil` if the client itself fetches nothing.
    var url: URL? {
        switch kind {
        case .signed(let url, _), .config(let url, _), .json(let url, _): url
        case .custom, .bundled, .rules, .testFlight: nil
        }
    }

    /// The address of the document in the stored state and in messages; `nil` if there is nothing to fetch.
    var address: String? {
        if case .custom(let id, _) = kind { return "the source \(id)" }
        return url?.absoluteString
    }

    /// Whether the client refuses to fetch the source: an unsigned file not served over https, which anyone on the
    /// network could alter. Debug builds may fetch it from their own machine.
    var isRefused: Bool {
        switch kind {
        case .config(let url, _), .json(let url, _):
            url.scheme?.lowercased() != "https" && !(Self.isDebugBuild && Self.isLocal(url))
        case .signed, .custom, .bundled, .rules, .testFlight: false
        }
    }

    /// The mistakes of the app's code in this source, one sentence each.
    var mistakes: [String] {
        switch kind {
        case .config(let url, _) where isRefused, .json(let url, _) where isRefused:
            return ["\(url) is not https, so it is never fetched; serve the file over https."]
        case .signed(let url, _) where url.scheme?.lowercased() == "http" && !Self.isLocal(url):
            return ["\(url) is not https; systems of Apple refuse to fetch it."]
        case .testFlight:
            guard let url = server?.url, url.scheme?.lowercased() == "http", !Self.isLocal(url) else { return [] }
            return ["\(url) is not https; systems of Apple refuse to fetch it."]
        case .rules(let policy):
            return policy.rules.filter(\.hasUnreadableCondition).map {
                "The condition of the rule \($0.id) in the app's code cannot be read, so the rule never applies."
            }
        case .signed, .config, .json, .custom, .bundled: return []
        }
    }

    private static var isDebugBuild: Bool {
        #if DEBUG
        true
        #else
        false
        #endif
    }

    private static func isLocal(_ url: URL) -> Bool {
        url.scheme?.lowercased() == "http" && ["localhost", "127.0.0.1", "::1", "[::1]"].contains(url.host ?? "")
    }

    /// The source as shown in a ``PolicyStatus``.
    var status: PolicyStatus.Source {
        switch kind {
        case .signed(let url, _): server.map { .server($0.url) } ?? .manifest(url)
        case .config(let url, _): .config(url)
        case .json(let url, _): .json(url)
        case .custom(let id, _): .custom(id)
        case .bundled: .bundled
        case .rules: .rules
        case .testFlight: .none
        }
    }
}

extension Rule {
    fileprivate var hasUnreadableCondition: Bool {
        var isUnreadable = false
        when.forEach { if case .unknown = $0 { isUnreadable = true } }
        return isUnreadable
    }
}
