#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Records how a decision was reached. It runs after the decision and evaluates everything again, so that a decision
/// without a trace costs nothing extra.
struct TraceBuilder {
    let input: DecisionInput

    private var installation: Installation { input.installation }
    private var offers: AvailableOffers { input.offers }

    func trace(of verdict: Verdict) -> Trace {
        let features = FeatureEvaluator(input: input)
        return Trace(
            notes: notes + (verdict.isSparedByMissingFact ? [Self.missingFactNote] : []),
            rules: input.prepared.rules.enumerated().map { step($1, decided: $0 == verdict.winner) },
            offers: offerSteps,
            features: input.prepared.features.reduce(into: [:]) { steps, feature in
                steps[feature.key] = features.matchingRule(of: feature)?.id
            })
    }

    // MARK: Rules

    private func step(_ rule: PreparedRule, decided: Bool) -> Trace.RuleStep {
        let condition = step(rule.rule.when, at: rule.condition)
        return Trace.RuleStep(
            rule: rule.rule.id, condition: condition,
            outcome: condition.truth == .true ? text(RuleEvaluator(input: input).outcome(of: rule)) : "",
            decided: decided)
    }

    private func text(_ outcome: RuleOutcome) -> String {
        switch outcome {
        case .nothing(let reason): "nothing: \(reason)"
        case .unreadable: "unreadable"
        case .exempt: "none"
        case .maintenance(let window): "maintenance until \(Timestamp.format(window.until))"
        case .recommended(let update, let reason): "recommended \(text(update)) (\(reason))"
        case .required(let update): "required \(text(update))"
        case .unavailable(let reason, _): "required, but unavailable: \(reason)"
        }
    }

    private func text(_ update: RuleOutcome.Update) -> String {
        switch update {
        case .asserted(let url): "at \(url), asserted"
        case .everywhere(let url): "at \(url), another release in each storefront"
        case .offer(let index, _): offers.buildAfterInstalling(index).description
        }
    }

    // MARK: Conditions

    /// The step of a condition, whose flat form is at an index.
    private func step(_ condition: Condition, at index: Int) -> Trace.ConditionStep {
        let (key, expected, seen) = explain(condition)
        let parts: [Condition] =
            switch condition {
            case .all(let parts), .any(let parts): parts
            case .not(let part): [part]
            default: []
            }
        var next = index + 1
        return Trace.ConditionStep(
            key: key, expected: expected, seen: seen, truth: input.conditions.truth(at: index),
            parts: parts.map { part in
                defer { next = Int(input.prepared.conditions.nodes[next].end) }
                return step(part, at: next)
            })
    }

    /// The key of a condition as written, the value it expects, and the value of the installation.
    private func explain(_ condition: Condition) -> (key: String, expected: String, seen: String?) {
        let unknown = "unknown"
        func list(_ items: [some CustomStringConvertible]) -> String {
            items.map(\.description).joined(separator: ", ")
        }
        switch condition {
        case .version(let range):
            let build = installation.build.map { " (\($0))" } ?? ""
            return ("version", range.description, installation.versionText + build)
        case .build(let range): return ("build", range.description, installation.build?.description ?? unknown)
        case .platform(let platforms): return ("platform", list(platforms), installation.platform.description)
        case .channel(let channels): return ("channel", list(channels), installation.channel.description)
        case .os(let ranges):
            let expected = ranges.map { "\($0.key.displayName) \($0.value)" }.sorted()
            return ("os", list(expected), installation.os?.description ?? unknown)
        case .language(let tags): return ("language", list(tags), installation.language ?? unknown)
        case .storefront(let codes): return ("storefront", list(codes), installation.storefront?.code ?? unknown)
        case .attribute(let name, let values, _):
            let expected = values.map { $0.jsonText() }
            return ("attributes.\(name)", list(expected), installation.attributes[name]?.jsonText() ?? "absent")
        case .rollout(let rollout):
            let seen = installation.installID == nil ? "no install id" : "an install id"
            return ("rollout", "\(rollout.partsPerMillion) ppm", seen)
        case .after(let date): return ("after", Timestamp.format(date), Timestamp.format(input.now))
        case .before(let date): return ("before", Timestamp.format(date), Timestamp.format(input.now))
        case .all(let parts): return ("all", parts.isEmpty ? "nothing" : "\(parts.count) conditions", nil)
        case .any(let parts): return ("any", parts.isEmpty ? "nothing" : "\(parts.count) conditions", nil)
        case .not: return ("not", "the opposite", nil)
        case .unknown(let key): return (key, "not known to this engine", nil)
        }
    }

    // MARK: Offers

    private var offerSteps: [Trace.OfferStep] {
        guard let installed = input.installed else { return [] }
        let newer = offers.all.filter { offers.isNewer($0, than: installed) }
        let other = offers.all.first { !newer.contains($0) }
        return offers.storefronts.flatMap { storefront in
            let installable = Set(offers.installable(in: storefront))
            return (newer + (other.map { [$0] } ?? [])).map { index in
                Trace.OfferStep(
                    release: offers.buildAfterInstalling(index).description, channel: offers.offer(index).channel,
                    storefront: storefront,
                    verdict: verdict(on: index, in: storefront, isInstallable: installable.contains(index)))
            }
        }
    }

    private func verdict(on index: OfferIndex, in storefront: Storefront?, isInstallable: Bool) -> String {
        if let obstacle = offers.obstacle(index, in: storefront) { return obstacle.rawValue }
        guard isInstallable else { return AvailableOffers.Obstacle.superseded.rawValue }
        let mustUpdateAgain = UpdateEligibility(input: input).mustUpdateAgain(after: index, in: storefront)
        return mustUpdateAgain == .true ? "installable, but a required rule would demand another update" : "installable"
    }

    // MARK: Notes

    private static let missingFactNote =
        "a value that is not given (build, marketplace, audience or channel) may spare this installation, so nothing "
        + "blocks"

    private var notes: [String] {
        var notes: [String] = []
        if installation.version == nil { notes.append("version: \"\(installation.versionText)\" cannot be read") }
        if installation.build == nil { notes.append("build: not given, so conditions on it are undecided") }
        if installation.os == nil {
            notes.append("os: not given, so it is unknown whether the update runs on this system")
        }
        if input.isOnForeignHost { notes.append("os: of another platform, so nothing is required") }
        if installation.storefront == nil, installation.channel == .appstore {
            notes.append(
                offers.storefronts.elementsEqual([nil])
                    ? "storefront: not given; no offer is limited to storefronts"
                    : "storefront: not given, so an update is required only if it is live in all of "
                        + offers.storefronts.map { $0?.code ?? "other countries" }.joined(separator: ", "))
        }
        if offers.all.isEmpty {
            notes.append("catalog: no offer is known for \(installation.platform) on \(installation.channel)")
        } else if installation.channel == .appstore, offers.all.contains(where: { offers.offer($0).storefronts == nil })
        {
            notes.append("catalog: an offer names no storefronts, so it counts everywhere")
        }
        if input.isInReview { notes.append("review: this build is in App Review, so nothing blocks it") }
        let bucketing = input.manifest.bucketing
        if bucketing != RolloutBucket.algorithm {
            notes.append("bucketing: \"\(bucketing)\" is not known here, so rollouts are undecided")
        }
        return notes
    }
}
