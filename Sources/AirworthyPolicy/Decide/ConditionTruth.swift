#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Evaluates conditions over the facts of one installation, or of the same device with another release installed.
struct ConditionTruth {
    let installation: Installation
    let now: Date
    let app: String
    let bucketing: String
    var version: AppVersion?
    var build: BuildNumber?
    var latest: LatestRelation
    /// Whether a copy in App Review passes for TestFlight.
    var hidesTestFlight = false

    /// - Parameters:
    ///   - condition: The condition.
    ///   - salt: What rollouts are salted with after the app's slug.
    /// - Returns: What the condition says.
    func callAsFunction(_ condition: Condition, salt: @autoclosure () -> String) -> Truth {
        switch condition {
        case .version(let range): return range.contains(version: version, build: build, latest: { latest })
        case .build(let range): return range.contains(build)
        case .platform(let platforms): return Truth(platforms.contains(installation.platform))
        case .channel(let channels): return any(channels, channel)
        case .os(let ranges): return os(ranges)
        case .language(let tags): return language(tags)
        case .storefront(let codes):
            guard let storefront = installation.storefront else { return .undecided }
            return Truth(codes.contains(storefront))
        case .attribute(let name, let values, let ifMissing):
            guard let value = installation.attributes[name] else { return ifMissing }
            return Truth(values.contains { Self.isEqual($0, value) })
        case .rollout(let rollout): return self.rollout(rollout, salt())
        case .after(let date): return Truth(date <= now)
        case .before(let date): return Truth(now < date)
        case .all(let parts):
            return !any(parts) { !self($0, salt: salt()) }
        case .any(let parts): return any(parts) { self($0, salt: salt()) }
        case .not(let part): return !self(part, salt: salt())
        case .unknown: return .undecided
        }
    }

    private func any<Element>(_ elements: [Element], _ truth: (Element) -> Truth) -> Truth {
        var result = Truth.false
        for element in elements {
            switch truth(element) {
            case .true: return .true
            case .undecided: result = .undecided
            case .false: break
            }
        }
        return result
    }

    private func channel(_ asked: Channel) -> Truth {
        if hidesTestFlight, asked.isTestFlight, installation.channel.isTestFlight { return .false }
        return installation.channel.answers(asked)
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
        guard bucketing == RolloutBucket.algorithm, let id = installation.installID else { return .undecided }
        let bucket = RolloutBucket.partsPerMillion(salt: rollout.salt ?? "\(app)/\(salt)", id: id)
        return Truth(bucket < rollout.partsPerMillion)
    }

    private static func isEqual(_ a: JSONValue, _ b: JSONValue) -> Bool {
        if case .number(let a) = a, case .number(let b) = b { return a.isEqual(numerically: b) }
        return a == b
    }
}
