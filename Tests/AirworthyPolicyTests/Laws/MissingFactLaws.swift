import AirworthyPolicy
import Foundation
import Testing

/// A missing value and an unreadable rule never make a decision stricter.
@Suite struct MissingFactLaws {
    @Test(arguments: MissingFact.allCases)
    func `A missing value never turns a weaker decision into required`(_ fact: MissingFact) {
        var tried = 0
        forAllCases { made in
            let before = made.decision()
            guard !before.blocking else { return nil }
            for less in fact.dropped(from: made) {
                tried += 1
                let after = less.decision()
                if after.status == .required || (after.status == .requiredUnavailable && blocks(after, fact)) {
                    return "\(before.status) (\(before.reason)) became \(after.status) without \(fact)"
                }
            }
            return nil
        }
        #expect(tried * 100 >= SeededGenerator.cases, "too few cases to mean anything")
    }

    @Test func `An unknown condition never turns a weaker decision into required`() {
        forAllCases { made in
            compare(made) { $0.when = LawRandom.unknown }
        }
    }

    @Test func `An unknown effect never turns a weaker decision into required`() {
        forAllCases { made in
            compare(made) { $0.effect.isReadable = false }
                ?? compare(made) {
                    $0.effect = Effect()
                    $0.effect.isReadable = false
                }
        }
    }

    /// Without maintenance, which does not depend on updates. Without its build, an app of the newest version cannot
    /// count as newer than every known release, so a rule that blocks without an update may block it.
    private func blocks(_ decision: Decision, _ fact: MissingFact) -> Bool { decision.blocking && fact != .build }

    private func compare(_ made: LawCase, _ change: (inout Rule) -> Void) -> String? {
        let before = made.decision()
        guard !before.blocking else { return nil }
        for index in made.manifest.policy.rules.indices {
            var changed = made
            change(&changed.manifest.policy.rules[index])
            let after = changed.decision()
            if after.status == .required || (after.status == .requiredUnavailable && after.blocking) {
                return "\(before.status) (\(before.reason)) became \(after.status) without rule \(index + 1)"
            }
        }
        return nil
    }
}

/// A value of the input, and how to remove it.
enum MissingFact: String, CaseIterable {
    case build, storefront, language, installID, attribute, audience, channel, confirmation, os

    func dropped(from made: LawCase) -> [LawCase] {
        var less = made
        switch self {
        case .build: less.installation.build = nil
        case .language: less.installation.language = nil
        case .installID: less.installation.installID = nil
        case .storefront:
            // An unknown storefront stands for those of the catalog, so this one has to be among them.
            guard let storefront = made.installation.storefront else { return [] }
            guard made.knownStorefronts.isEmpty || made.knownStorefronts.contains(storefront) else { return [] }
            less.installation.storefront = nil
        case .attribute:
            // With `ifMissing` an absent attribute has a defined result, so it is not unknown.
            return made.installation.attributes.keys.sorted().compactMap { name in
                guard !made.conditions.contains(where: { $0.saysWhatIsMissing(of: name) }) else { return nil }
                var less = made
                less.installation.attributes[name] = nil
                return less
            }
        case .audience:
            guard case .testflight(let audience?) = made.installation.channel, made.isListed(for: audience) else {
                return []
            }
            less.installation.channel = .testflight(nil)
        case .channel:
            // A rule that lists `unknown` matches it.
            guard !made.conditions.contains(where: { $0.asksForUnknownChannel }) else { return [] }
            less.installation.channel = .unknown
        case .confirmation:
            // Without it, the manifest counts as confirmed now. An unknown confirmation is one long ago.
            less.confirmedAt = .distantPast
        case .os:
            // Without a system the check of the minimum is skipped by design; another platform has its own limit.
            guard let os = made.installation.os, os.platform == made.installation.platform,
                made.manifest.catalog.releases.allSatisfy({ $0.minimumOS.map { $0 <= os.version } != false })
            else { return [] }
            less.installation.os = nil
        }
        return [less]
    }
}

extension LawCase {
    fileprivate var conditions: [Condition] {
        var found: [Condition] = []
        for rule in manifest.policy.rules { rule.when.forEach { found.append($0) } }
        return found
    }

    fileprivate var knownStorefronts: Set<Storefront> {
        let offers = manifest.catalog.releases.filter { $0.platform == installation.platform }.flatMap(\.offers)
        return Set(offers.filter { $0.channel == installation.channel }.compactMap(\.storefronts).flatMap(\.self))
    }

    /// Whether the catalog, where it knows the installed build, agrees that the audience has it.
    fileprivate func isListed(for audience: Channel.Audience) -> Bool {
        let installed = manifest.catalog.releases.first {
            $0.version == installation.version && $0.build == installation.build && $0.platform == installation.platform
        }
        let channels = installed?.offers.map(\.channel).filter(\.isTestFlight) ?? []
        return channels.isEmpty || channels.contains(.testflight(nil)) || channels.contains(.testflight(audience))
    }
}

extension Condition {
    fileprivate var asksForUnknownChannel: Bool {
        guard case .channel(let channels) = self else { return false }
        return channels.contains(.unknown)
    }

    fileprivate func saysWhatIsMissing(of name: String) -> Bool {
        guard case .attribute(name, _, let ifMissing) = self else { return false }
        return ifMissing != .undecided
    }
}
