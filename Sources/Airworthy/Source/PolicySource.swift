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
        case config(URL)
        case bundled([UInt8], Pins)
        case rules(Policy)
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

    /// An unsigned `config.json`. The client accepts it over https only. Once the client has accepted a signed manifest, an
    /// unsigned file can only recommend updates.
    ///
    /// ```swift
    /// let source = PolicySource.config(URL(string: "https://files.example.com/config.json")!)
    /// ```
    /// - Parameter url: The file.
    /// - Returns: The source.
    public static func config(_ url: URL) -> PolicySource { PolicySource(kind: .config(url)) }

    /// Rules in the app's code.
    ///
    /// ```swift
    /// let source = PolicySource.rules(try Policy(json: Array(text.utf8)))
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
    public static let newestRelease = rules(Policy(rules: [newestRule]))

    private static let newestRule: Rule = {
        var effect = Effect(update: .recommended)
        effect.skippable = true
        effect.releasedFor = Period(seconds: 86_400)
        let older = (try? VersionRange("<latest")).map(Condition.version) ?? .unknown("version")
        return Rule(id: "newest-release", when: older, effect: effect)
    }()

    /// The key under which the client stores the fetched document. A signed manifest is valid for the app at any
    /// address, so its key names the app. An unsigned file is valid for its own address only.
    var key: String? {
        switch kind {
        case .signed(_, let pins): "signed:\(pins.app)"
        case .config(let url): "config:\(url.absoluteString)"
        case .bundled, .rules: nil
        }
    }

    /// The address to fetch; `nil` if there is nothing to fetch.
    var url: URL? {
        switch kind {
        case .signed(let url, _), .config(let url): url
        case .bundled, .rules: nil
        }
    }

    /// Whether the client refuses to fetch the source: an unsigned file not served over https, which anyone on the
    /// network could alter.
    var isRefused: Bool {
        if case .config(let url) = kind { url.scheme?.lowercased() != "https" } else { false }
    }

    /// The source as shown in a ``PolicyStatus``.
    var status: PolicyStatus.Source {
        switch kind {
        case .signed(let url, _): server.map { .server($0.url) } ?? .manifest(url)
        case .config(let url): .config(url)
        case .bundled: .bundled
        case .rules: .rules
        }
    }
}
