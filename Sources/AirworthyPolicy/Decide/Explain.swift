#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes the trace in a second pass over the same functions that decided, so that the ordinary path pays nothing.
extension Evaluation {
    func trace(winner: Int?) -> Trace {
        Trace(
            notes: notes, rules: manifest.policy.rules.indices.map { step($0, decided: $0 == winner) },
            offers: offerSteps,
            features: manifest.policy.features.reduce(into: [:]) { steps, feature in
                steps[feature.key] = matchingRule(of: feature.value, feature.key)?.id
            })
    }

    private func step(_ index: Int, decided: Bool) -> Trace.RuleStep {
        let rule = manifest.policy.rules[index]
        let condition = node(rule.when, salt: rule.id)
        return Trace.RuleStep(
            rule: rule.id, condition: condition,
            outcome: condition.truth == .true ? text(outcome(of: rule)) : "", decided: decided)
    }

    private func text(_ outcome: RuleOutcome) -> String {
        switch outcome {
        case .nothing(let reason): "nothing: \(reason)"
        case .unreadable: "unreadable"
        case .exempt: "none"
        case .maintenance(let window): "maintenance until \(Timestamp.format(window.until))"
        case .recommended(let pick, let reason): "recommended \(text(pick)) (\(reason))"
        case .required(let pick): "required \(text(pick))"
        case .unavailable(let reason, _): "required, but unavailable: \(reason)"
        }
    }

    private func text(_ pick: RuleOutcome.Pick) -> String {
        switch pick {
        case .asserted(let url): "at \(url), asserted"
        case .release(let entry, _): "\(UpdateTarget(version: market.version(entry), build: market.build(entry)))"
        }
    }

    // MARK: Conditions

    private func node(_ condition: Condition, salt: String) -> Trace.ConditionStep {
        let (key, expected, seen) = condition.explained(installation, now)
        let parts: [Condition] =
            switch condition {
            case .all(let parts), .any(let parts): parts
            case .not(let part): [part]
            default: []
            }
        return Trace.ConditionStep(
            key: key, expected: expected, seen: seen, truth: truth(condition, salt: salt),
            parts: parts.map { node($0, salt: salt) })
    }

    // MARK: Offers

    private var offerSteps: [Trace.OfferStep] {
        guard let version = installation.version else { return [] }
        let newer = market.entries.filter { market.isNewer($0, than: version, installation.build) }
        let other = market.entries.first { !newer.contains($0) }
        return market.fronts.flatMap { front in
            let candidates = market.candidates(in: front)
            return (newer + (other.map { [$0] } ?? [])).map { entry in
                let obstacle = market.obstacle(entry, in: front)?.rawValue
                let caught = candidates.contains(entry) && isCaught(entry, in: front) == .true
                let free = candidates.contains(entry) ? "installable" : Market.Obstacle.superseded.rawValue
                return Trace.OfferStep(
                    release: "\(UpdateTarget(version: market.version(entry), build: market.build(entry)))",
                    channel: market.offer(entry).channel, storefront: front,
                    verdict: obstacle ?? (caught ? "installable, but caught by a required rule" : free))
            }
        }
    }

    // MARK: Missing facts

    private var notes: [String] {
        var notes: [String] = []
        if installation.version == nil { notes.append("version: \"\(installation.versionText)\" cannot be read") }
        if installation.build == nil { notes.append("build: not given, so conditions on it are undecided") }
        if installation.os == nil {
            notes.append("os: not given, so nobody checked whether the update runs on this system")
        }
        if isOnForeignHost { notes.append("os: of another platform, so nothing is required") }
        if installation.storefront == nil, installation.channel == .appstore {
            notes.append(
                market.fronts == [nil]
                    ? "storefront: not given; no offer is limited to storefronts"
                    : "storefront: not given, so an update is required only if it is live in all of "
                        + market.fronts.compactMap { $0?.code }.joined(separator: ", "))
        }
        if market.entries.isEmpty {
            notes.append("catalog: no offer is known for \(installation.platform) on \(installation.channel)")
        } else if installation.channel == .appstore, market.entries.contains(where: isOfUnknownStorefront) {
            notes.append("catalog: an offer names no storefronts, so it counts everywhere")
        }
        if isInReview { notes.append("review: this build is in App Review, so nothing blocks it") }
        if manifest.bucketing != RolloutBucket.algorithm {
            notes.append("bucketing: \"\(manifest.bucketing)\" is not known here, so rollouts are undecided")
        }
        return notes
    }

    private func isOfUnknownStorefront(_ entry: Market.Entry) -> Bool { market.offer(entry).storefronts == nil }
}

extension Condition {
    /// The key as written, what is asked for, and what the installation has.
    fileprivate func explained(_ installation: Installation, _ now: Date) -> (String, String, String?) {
        let unknown = "unknown"
        func list(_ items: [some CustomStringConvertible]) -> String {
            items.map(\.description).joined(separator: ", ")
        }
        switch self {
        case .version(let range):
            let build = installation.build.map { " (\($0))" } ?? ""
            return ("version", range.description, installation.versionText + build)
        case .build(let range): return ("build", range.description, installation.build?.description ?? unknown)
        case .platform(let platforms): return ("platform", list(platforms), installation.platform.description)
        case .channel(let channels): return ("channel", list(channels), installation.channel.description)
        case .os(let ranges):
            let asked = ranges.map { "\($0.key.displayName) \($0.value)" }.sorted()
            return ("os", list(asked), installation.os?.description ?? unknown)
        case .language(let tags): return ("language", list(tags), installation.language ?? unknown)
        case .storefront(let codes): return ("storefront", list(codes), installation.storefront?.code ?? unknown)
        case .attribute(let name, let values, _):
            let asked = values.map { $0.jsonText() }
            return ("attributes.\(name)", list(asked), installation.attributes[name]?.jsonText() ?? "absent")
        case .rollout(let rollout):
            let seen = installation.installID == nil ? "no install id" : "an install id"
            return ("rollout", "\(rollout.partsPerMillion) ppm", seen)
        case .after(let date): return ("after", Timestamp.format(date), Timestamp.format(now))
        case .before(let date): return ("before", Timestamp.format(date), Timestamp.format(now))
        case .all(let parts): return ("all", parts.isEmpty ? "nothing" : "\(parts.count) conditions", nil)
        case .any(let parts): return ("any", parts.isEmpty ? "nothing" : "\(parts.count) conditions", nil)
        case .not: return ("not", "the opposite", nil)
        case .unknown(let key): return (key, "not known to this engine", nil)
        }
    }
}
