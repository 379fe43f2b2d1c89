#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Evaluates conditions for one installation, or for the same device with another release installed.
struct ConditionEvaluator {
    /// The values that do not depend on the installed release. A class, because copying them costs more than a
    /// decision.
    final class Context {
        let installation: Installation
        let now: Date
        let app: String
        let bucketing: String

        init(_ manifest: Manifest, installation: Installation, now: Date) {
            self.installation = installation
            self.now = now
            app = manifest.app ?? ""
            bucketing = manifest.bucketing
        }
    }

    let context: Context
    var version: AppVersion?
    var build: BuildNumber?
    var latest: LatestRelation
    /// Whether TestFlight conditions do not match because the build is in App Review.
    var hidesTestFlight = false
    /// The result of a condition that cannot be evaluated without the build.
    var resultWithoutBuild = Truth.undecided

    private var installation: Installation {
        _read { yield context.installation }
    }

    /// Evaluates a condition.
    /// - Parameters:
    ///   - condition: The condition.
    ///   - salt: The default salt of rollouts, without the app's slug.
    /// - Returns: Whether the condition holds.
    func truth(of condition: Condition, salt: String) -> Truth {
        switch condition {
        case .version(let range):
            return orWithoutBuild(range.contains(version: version, build: build, latest: { latest }))
        case .build(let range): return orWithoutBuild(range.contains(build))
        case .platform(let platforms): return Truth(platforms.contains(installation.platform))
        case .channel(let channels): return channels.reduce(.false) { $0 || matches($1) }
        case .os(let ranges): return matches(os: ranges)
        case .language(let tags): return matches(language: tags)
        case .storefront(let codes):
            guard let storefront = installation.storefront else { return .undecided }
            return Truth(codes.contains(storefront))
        case .attribute(let name, let values, let ifMissing):
            guard let value = installation.attributes[name] else { return ifMissing }
            return Truth(values.contains { $0.isEqualAttribute(to: value) })
        case .rollout(let rollout): return matches(rollout, salt: salt)
        case .after(let date): return Truth(date <= context.now)
        case .before(let date): return Truth(context.now < date)
        case .all(let parts):
            var result = Truth.true
            for part in parts {
                result = result && truth(of: part, salt: salt)
                if result == .false { break }
            }
            return result
        case .any(let parts):
            var result = Truth.false
            for part in parts {
                result = result || truth(of: part, salt: salt)
                if result == .true { break }
            }
            return result
        case .not(let part): return !truth(of: part, salt: salt)
        case .unknown: return .undecided
        }
    }

    private func orWithoutBuild(_ truth: Truth) -> Truth {
        truth == .undecided && build == nil ? resultWithoutBuild : truth
    }

    private func matches(_ channel: Channel) -> Truth {
        if hidesTestFlight, channel.isTestFlight { return .false }
        return installation.channel.matches(channel)
    }

    private func matches(os ranges: [Platform: VersionRange]) -> Truth {
        guard let os = installation.os else { return .undecided }
        guard let range = ranges[os.platform] else { return .false }
        return range.contains(version: os.version, build: nil, latest: { .unknown })
    }

    private func matches(language tags: [String]) -> Truth {
        guard let language = installation.language else { return .undecided }
        let lineage = LanguageTag.lineage(of: language)
        return Truth(tags.contains { lineage.contains(LanguageTag.normalized($0)) })
    }

    private func matches(_ rollout: Condition.Rollout, salt: String) -> Truth {
        if rollout.partsPerMillion == 0 { return .false }
        if rollout.partsPerMillion >= 1_000_000 { return .true }
        guard context.bucketing == RolloutBucket.algorithm, let id = installation.installID else { return .undecided }
        let bucket = RolloutBucket.partsPerMillion(salt: rollout.salt ?? "\(context.app)/\(salt)", id: id)
        return Truth(bucket < rollout.partsPerMillion)
    }
}

extension JSONValue {
    /// Whether two values of an attribute are equal. Numbers compare by value, not by spelling.
    func isEqualAttribute(to other: JSONValue) -> Bool {
        if case .number(let a) = self, case .number(let b) = other { return a.isEqual(numerically: b) }
        return self == other
    }
}
