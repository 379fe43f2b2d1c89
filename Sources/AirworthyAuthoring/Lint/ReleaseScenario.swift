import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The properties that all installations of one release share. Nothing is known about their users.
struct ReleaseScenario {
    var version: AppVersion
    var build: BuildNumber?
    var platform: Platform?
    var channel: Channel?
    var storefront: Storefront?
    /// The oldest system that runs the release.
    var minimumOS: AppVersion?
    let now: Date

    /// A release newer than any other, with no other known properties.
    static func laterRelease(at now: Date) -> ReleaseScenario? {
        let text = String(repeating: "9", count: AppVersion.maximumLength)
        guard let version = try? AppVersion(text), let build = try? BuildNumber(text) else { return nil }
        return ReleaseScenario(version: version, build: build, now: now)
    }

    /// Whether a condition may be true (or false) for some installation of the release, if that is the newest one. An
    /// unknown condition is neither true nor false.
    func may(_ condition: Condition, be wanted: Bool) -> Bool {
        switch condition {
        case .version(let range):
            return Self.truth(range.contains(version: version, build: build, latest: { .same }), mayBe: wanted)
        case .build(let range): return Self.truth(range.contains(build), mayBe: wanted)
        case .platform(let platforms): return platform.map { platforms.contains($0) == wanted } ?? true
        case .channel(let channels):
            guard let channel else { return true }
            return Self.truth(channels.reduce(.false) { $0 || channel.matches($1) }, mayBe: wanted)
        case .storefront(let codes): return storefront.map { codes.contains($0) == wanted } ?? true
        case .os(let ranges): return !wanted || mayRun(on: ranges)
        case .rollout(let rollout): return wanted ? rollout.partsPerMillion > 0 : rollout.partsPerMillion < 1_000_000
        case .after(let date): return wanted || now < date
        case .before(let date): return (now < date) == wanted
        case .language, .attribute: return true
        case .all(let parts):
            return wanted ? parts.allSatisfy { may($0, be: true) } : parts.contains { may($0, be: false) }
        case .any(let parts):
            return wanted ? parts.contains { may($0, be: true) } : parts.allSatisfy { may($0, be: false) }
        case .not(let part): return may(part, be: !wanted)
        case .unknown: return false
        }
    }

    private static func truth(_ truth: Truth, mayBe wanted: Bool) -> Bool {
        truth == .undecided || truth == Truth(wanted)
    }

    private func mayRun(on ranges: [Platform: VersionRange]) -> Bool {
        guard let platform else { return true }
        guard let range = ranges[platform] else { return false }
        guard let minimumOS, let runnable = try? VersionRange(">=\(minimumOS)") else { return true }
        return !range.isDisjoint(from: runnable)
    }
}
