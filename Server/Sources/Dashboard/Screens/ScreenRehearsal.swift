import AirworthyPolicy
import AirworthyTexts
import Foundation
import LaunchScreens

/// Makes an app show a kind of screen with the texts of a rule: the engine decides for a made-up installation by a policy that has
/// this rule alone.
struct ScreenRehearsal: Sendable {
    /// The kinds of screens that a rule can lead to.
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case prompt, alert, gate, unavailable, banner, maintenance
    }

    /// The release that the screens offer, and the installed version.
    struct Versions: Hashable, Sendable {
        let release: Release?
        let platform: Platform
        let channel: Channel
        /// The installed release.
        let older: Release?
        /// Whether no release is known, so that the version is an example.
        let isInvented: Bool
    }

    private let prepared: PreparedManifest
    private let installation: Installation
    private let now: Date

    /// Rehearses the texts of a rule, or the built-in ones for `nil`, at a launch.
    init(_ kind: Kind, of rule: Rule?, policy: Policy, versions: Versions, at now: Date) {
        var policy = policy
        let effect = Self.effect(for: kind, like: rule?.effect ?? Effect(), at: now)
        let isTooOld = kind == .unavailable || kind == .banner
        // A rule that still matched after the update would not require it.
        let outdated = isTooOld || kind == .maintenance ? nil : try? VersionRange("<latest")
        policy.rules = [
            Rule(id: rule?.id ?? "rehearsal", when: outdated.map(Condition.version) ?? .all([]), effect: effect)
        ]
        policy.features = [:]
        policy.withdrawn = nil
        prepared = PreparedManifest(Manifest(policy: policy, catalog: Catalog(releases: versions.releases)))
        let system = isTooOld ? try? AppVersion("1.0") : versions.release?.minimumOS
        installation = Installation(
            platform: versions.platform, version: versions.installed, build: versions.older?.build,
            channel: versions.channel,
            os: system.map { OperatingSystem(platform: versions.platform, version: $0) })
        self.now = now
    }

    /// Returns the screen in a language, by its tag; `nil` if the app shows none. `screen` writes the built-in texts.
    func content(in language: String, on screen: LaunchScreen) -> ScreenContent? {
        var installation = installation
        installation.language = language
        return screen.content(for: decide(prepared, for: installation, at: now), of: installation)
    }

    private static func effect(for kind: Kind, like effect: Effect, at now: Date) -> Effect {
        var new = Effect(update: .required)
        (new.title, new.message, new.url) = (effect.title, effect.message, effect.url)
        (new.remind, new.skippable) = (effect.remind, effect.skippable)
        switch kind {
        case .prompt, .alert:
            if let deadline = effect.deadline, deadline > now {
                new.deadline = deadline
            } else {
                new.update = .recommended
            }
        case .gate, .banner: break
        case .unavailable: new.blocksIfUnavailable = true
        case .maintenance:
            new.update = nil
            let end = effect.maintenance.map(\.until).flatMap { $0 > now ? $0 : nil }
            new.maintenance = Maintenance(until: end ?? now + 2 * 3_600, url: effect.maintenance?.url)
        }
        return new
    }

    /// Returns the kinds that a rule leads to.
    static func kinds(of effect: Effect, at now: Date) -> Set<Kind> {
        var kinds: Set<Kind> = []
        if effect.maintenance.map({ $0.until > now }) ?? false { kinds.insert(.maintenance) }
        let levels = Set([effect.update].compactMap(\.self) + effect.perChange.values)
        if levels.contains(.recommended) { kinds.insert(.prompt) }
        if levels.contains(.required) {
            kinds.insert(.gate)
            if let deadline = effect.deadline, deadline > now { kinds.insert(.prompt) }
            if effect.blocksIfUnavailable {
                kinds.insert(.unavailable)
            } else if effect.message != nil {
                kinds.insert(.banner)
            }
        }
        if kinds.contains(.prompt) { kinds.insert(.alert) }
        return kinds
    }
}

extension ScreenRehearsal.Versions {
    /// Chooses the newest release of the channel that a rule is for, and the version before.
    init(for rule: Rule?, catalog: Catalog, platform: Platform) {
        let channel = rule.map(\.when).flatMap(Self.channel) ?? .appstore
        let served = catalog.releases.filter { release in
            release.platform == platform && release.offers.contains { $0.channel == channel && $0.state == .live }
        }
        let newest = served.first
        let known = newest?.offers.first { $0.channel == channel }
        let version = newest?.version ?? rule?.effect.target?.version ?? (try? AppVersion("2.0"))
        // Without dates, storefronts and phases, which would keep the offer from this installation; and every tester gets it.
        func offer(url: String? = nil, notes: LocalizedText? = nil) -> Offer {
            Offer(channel: channel, groups: channel.isTestFlight ? ["testers"] : nil, url: url, notes: notes)
        }
        release = version.map { version in
            Release(
                platform: platform, version: version, build: newest?.build ?? (try? BuildNumber("2")),
                minimumOS: newest?.minimumOS ?? (try? AppVersion("17.0")),
                offers: [offer(url: known?.url ?? Self.link(on: channel), notes: known?.notes)])
        }
        let before = served.dropFirst().first { $0.version != version || $0.build != newest?.build }
        let olderVersion = before?.version ?? (try? AppVersion("1.0"))
        older = olderVersion.map { version in
            Release(
                platform: platform, version: version, build: before?.build ?? (try? BuildNumber("1")), offers: [offer()]
            )
        }
        (self.platform, self.channel, isInvented) = (platform, channel, newest == nil)
    }

    /// The version of the installed release.
    var installed: String { older?.version.description ?? "1.0" }
    /// Both releases.
    var releases: [Release] { [release, older].compactMap(\.self) }

    /// The first channel of a condition whose users can install something.
    private static func channel(of condition: Condition) -> Channel? {
        switch condition {
        case .channel(let channels):
            return channels.lazy.compactMap { channel -> Channel? in
                switch channel {
                case .testflight: .testflight(.external)
                case .appstore, .marketplace, .web, .enterprise: channel
                // The screens are those of Apple's devices.
                case .play, .sideload, .debug, .adhoc, .unknown, .other: nil
                }
            }.first
        case .all(let parts): return parts.lazy.compactMap(channel).first
        default: return nil
        }
    }

    private static func link(on channel: Channel) -> String {
        switch channel {
        case .testflight: "https://testflight.apple.com/join/example"
        case .appstore: "https://apps.apple.com/app/id1"
        default: "https://example.com/update"
        }
    }
}
