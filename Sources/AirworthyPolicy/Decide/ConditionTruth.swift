#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Evaluates conditions over the facts of one installation, or of the same device with another release installed.
struct ConditionTruth {
    /// The facts that stay the same whatever is installed. A class, because copying them costs more than a decision.
    final class Facts {
        let installation: Installation
        let now: Date
        let app: String
        let bucketing: String

        init(_ manifest: Manifest, _ installation: Installation, _ now: Date) {
            self.installation = installation
            self.now = now
            app = manifest.app ?? ""
            bucketing = manifest.bucketing
        }
    }

    let facts: Facts
    var version: AppVersion?
    var build: BuildNumber?
    var latest: LatestRelation
    /// Whether a copy in App Review passes for TestFlight.
    var hidesTestFlight = false
    /// What a condition says that cannot be decided without the build.
    var missingBuild = Truth.undecided

    private var installation: Installation {
        _read { yield facts.installation }
    }

    /// - Parameters:
    ///   - condition: The condition.
    ///   - salt: What rollouts are salted with after the app's slug.
    /// - Returns: What the condition says.
    func callAsFunction(_ condition: Condition, salt: String) -> Truth {
        switch condition {
        case .version(let range): return orMissing(range.contains(version: version, build: build, latest: { latest }))
        case .build(let range): return orMissing(range.contains(build))
        case .platform(let platforms): return Truth(platforms.contains(installation.platform))
        case .channel(let channels): return channels.reduce(.false) { $0 || channel($1) }
        case .os(let ranges): return os(ranges)
        case .language(let tags): return language(tags)
        case .storefront(let codes):
            guard let storefront = installation.storefront else { return .undecided }
            return Truth(codes.contains(storefront))
        case .attribute(let name, let values, let ifMissing):
            guard let value = installation.attributes[name] else { return ifMissing }
            return Truth(values.contains { Self.isEqual($0, value) })
        case .rollout(let rollout): return self.rollout(rollout, salt)
        case .after(let date): return Truth(date <= facts.now)
        case .before(let date): return Truth(facts.now < date)
        case .all(let parts):
            var result = Truth.true
            for part in parts {
                switch self(part, salt: salt) {
                case .false: return .false
                case .undecided: result = .undecided
                case .true: continue
                }
            }
            return result
        case .any(let parts):
            var result = Truth.false
            for part in parts {
                switch self(part, salt: salt) {
                case .true: return .true
                case .undecided: result = .undecided
                case .false: continue
                }
            }
            return result
        case .not(let part): return !self(part, salt: salt)
        case .unknown: return .undecided
        }
    }

    private func orMissing(_ truth: Truth) -> Truth {
        truth == .undecided && build == nil ? missingBuild : truth
    }

    private func channel(_ asked: Channel) -> Truth {
        if hidesTestFlight, asked.isTestFlight, installation.channel.isTestFlight { return .false }
        return installation.channel.matches(asked)
    }

    private func os(_ ranges: [Platform: VersionRange]) -> Truth {
        guard let os = installation.os else { return .undecided }
        guard let range = ranges[os.platform] else { return .false }
        return range.contains(version: os.version, build: nil, latest: { .unknown })
    }

    private func language(_ tags: [String]) -> Truth {
        guard let language = installation.language else { return .undecided }
        let lineage = LanguageTag.lineage(of: language)
        return Truth(tags.contains { lineage.contains(LanguageTag.normalized($0)) })
    }

    private func rollout(_ rollout: Condition.Rollout, _ salt: String) -> Truth {
        if rollout.partsPerMillion == 0 { return .false }
        if rollout.partsPerMillion >= 1_000_000 { return .true }
        guard facts.bucketing == RolloutBucket.algorithm, let id = installation.installID else { return .undecided }
        let bucket = RolloutBucket.partsPerMillion(salt: rollout.salt ?? "\(facts.app)/\(salt)", id: id)
        return Truth(bucket < rollout.partsPerMillion)
    }

    private static func isEqual(_ a: JSONValue, _ b: JSONValue) -> Bool {
        if case .number(let a) = a, case .number(let b) = b { return a.isEqual(numerically: b) }
        return a == b
    }
}
