#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is known about the copies of a release when nothing is known about the people who have it.
struct Possibility {
    var version: AppVersion
    var build: BuildNumber?
    var platform: Platform?
    var channel: Channel?
    var storefront: Storefront?
    /// The oldest system that runs it.
    var minimumOS: AppVersion?
    let now: Date

    /// A release newer than any there is, of which nothing else is known.
    static func laterRelease(at now: Date) -> Possibility? {
        let text = String(repeating: "9", count: AppVersion.maximumLength)
        guard let version = try? AppVersion(text), let build = try? BuildNumber(text) else { return nil }
        return Possibility(version: version, build: build, now: now)
    }

    /// Whether a condition may be true (or false) of some copy, the release being the newest one. What this engine does
    /// not know is neither.
    func may(_ condition: Condition, be wanted: Bool) -> Bool {
        switch condition {
        case .version(let range):
            return Self.fits(range.contains(version: version, build: build, latest: { .same }), wanted)
        case .build(let range): return Self.fits(range.contains(build), wanted)
        case .platform(let platforms): return platform.map { platforms.contains($0) == wanted } ?? true
        case .channel(let channels):
            guard let channel else { return true }
            return Self.fits(channels.reduce(.false) { $0 || channel.matches($1) }, wanted)
        case .storefront(let codes): return storefront.map { codes.contains($0) == wanted } ?? true
        case .os(let ranges): return !wanted || os(ranges)
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

    private static func fits(_ truth: Truth, _ wanted: Bool) -> Bool {
        truth == .undecided || truth == Truth(wanted)
    }

    private func os(_ ranges: [Platform: VersionRange]) -> Bool {
        guard let platform else { return true }
        guard let range = ranges[platform] else { return false }
        guard let minimumOS, let runnable = try? VersionRange(">=\(minimumOS)") else { return true }
        return !range.isDisjoint(from: runnable)
    }
}

extension Linter {
    /// Whether some copy of a release may be required to update by a rule although there is nothing newer.
    func mayCatch(_ index: Int, _ release: Possibility?) -> Bool {
        let rule = policy.rules[index]
        guard let release, rule.effect.requiresAtTheTop, release.may(rule.when, be: true) else { return false }
        if rule.effect.target?.isReached(by: release.version, release.build) ?? false { return false }
        return !policy.rules[..<index].contains { above in
            above.effect.alwaysExempts
                && above.when.conjuncts.allSatisfy { part in
                    !release.may(part, be: false) || (rule.when.conjuncts.contains(part) && !part.isDrawnByRule)
                }
        }
    }
}
