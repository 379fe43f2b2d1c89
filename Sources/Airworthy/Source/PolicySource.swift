public import AirworthyPolicy
public import AirworthyTrust
public import Foundation

/// Where rules come from.
public struct PolicySource: Sendable {
    enum Kind: Sendable {
        case signed(URL, Pins)
        case config(URL)
        case bundled([UInt8], Pins)
        case rules(Policy)
    }

    let kind: Kind
    /// The server that has more to say than the manifest.
    var server: Server?

    struct Server: Sendable {
        let url: URL
        let app: String
    }

    init(kind: Kind, server: Server? = nil) {
        self.kind = kind
        self.server = server
    }

    /// An airworthy server.
    /// - Parameters:
    ///   - url: The server, without a path of its own: `/v1/apps/<app>/manifest` is added.
    ///   - pins: The app's slug, the keys and whatever else the app insists on.
    /// - Returns: The source.
    public static func server(_ url: URL, pins: Pins) -> PolicySource {
        let manifest = url.appendingPathComponent("v1/apps/\(pins.app)/manifest")
        return PolicySource(kind: .signed(manifest, pins), server: Server(url: url, app: pins.app))
    }

    /// A signed manifest on any host, as `airworthy sign` wrote it.
    /// - Parameters:
    ///   - url: The file.
    ///   - pins: The app's slug, the keys and whatever else the app insists on.
    /// - Returns: The source.
    public static func manifest(_ url: URL, pins: Pins) -> PolicySource { PolicySource(kind: .signed(url, pins)) }

    /// A signed manifest that ships with the app.
    /// - Parameters:
    ///   - manifest: The file's bytes.
    ///   - pins: The app's slug, the keys and whatever else the app insists on.
    /// - Returns: The source.
    public static func bundled(_ manifest: Data, pins: Pins) -> PolicySource {
        PolicySource(kind: .bundled(Array(manifest), pins))
    }

    /// A plain `config.json`. Nobody signed it: over anything but https it is refused, and once the app accepted a
    /// signed manifest it recommends at most.
    /// - Parameter url: The file.
    /// - Returns: The source.
    public static func config(_ url: URL) -> PolicySource { PolicySource(kind: .config(url)) }

    /// Rules in the app's own code.
    /// - Parameter policy: The rules.
    /// - Returns: The source.
    public static func rules(_ policy: Policy) -> PolicySource { PolicySource(kind: .rules(policy)) }

    /// The rule for those who have none: anything below the newest release is worth a prompt a day, which can be skipped,
    /// once the release has been out for a day.
    public static let newestRelease = rules(Policy(rules: [newestRule]))

    private static let newestRule: Rule = {
        var effect = Effect(update: .recommended)
        effect.skippable = true
        effect.releasedFor = Period(seconds: 86_400)
        let older = (try? VersionRange("<latest")).map(Condition.version) ?? .unknown("version")
        return Rule(id: "newest-release", when: older, effect: effect)
    }()
}

extension PolicySource {
    /// What the answer is stored under. A signed manifest is the app's wherever it is served; a plain file is only
    /// what its own address says.
    var key: String? {
        switch kind {
        case .signed(_, let pins): "signed:\(pins.app)"
        case .config(let url): "config:\(url.absoluteString)"
        case .bundled, .rules: nil
        }
    }

    /// Where to ask; `nil` if there is nothing to ask.
    var url: URL? {
        switch kind {
        case .signed(let url, _), .config(let url): url
        case .bundled, .rules: nil
        }
    }

    /// Whether it may be asked at all: a plain file over plain http could be anybody's.
    var isRefused: Bool {
        if case .config(let url) = kind { url.scheme?.lowercased() != "https" } else { false }
    }
}
