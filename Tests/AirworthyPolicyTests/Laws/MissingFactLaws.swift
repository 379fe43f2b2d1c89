import AirworthyPolicy
import Foundation
import Testing

/// A missing value and an unreadable rule never make a decision stricter.
@Suite struct MissingFactLaws {
    @Test(arguments: MissingFact.allCases)
    func `A missing value never turns a decision that lets the user go on into one that blocks`(_ fact: MissingFact) {
        var tried = 0
        forAllCases { made in
            let before = made.decision()
            guard !before.blocking else { return nil }
            for less in fact.dropped(from: made) {
                tried += 1
                let after = less.decision()
                if after.blocking {
                    return "\(before.status) (\(before.reason)) became \(after.status) without \(fact)"
                }
            }
            return nil
        }
        #expect(tried * 100 >= SeededGenerator.cases, "too few cases to mean anything")
    }

    @Test func `An unknown condition never turns a decision that lets the user go on into one that blocks`() {
        forAllCases { made in
            compare(made) { $0.when = LawRandom.unknown }
        }
    }

    @Test func `An unknown effect never turns a decision that lets the user go on into one that blocks`() {
        forAllCases { made in
            compare(made) { $0.effect.isReadable = false }
                ?? compare(made) {
                    $0.effect = Effect()
                    $0.effect.isReadable = false
                }
        }
    }

    @Test func `Without a storefront nothing blocks without a link if a country has one`() {
        forAllCases { made in
            var unknown = made
            unknown.installation.storefront = nil
            let decision = unknown.decision()
            guard decision.status == .requiredUnavailable, decision.blocking else { return nil }
            for storefront in LawRandom.storefronts {
                var known = made
                known.installation.storefront = storefront
                let alone = known.decision()
                if alone.status == .required, alone.rule == decision.rule { return "\(storefront) has a link" }
            }
            return nil
        }
    }

    private func compare(_ made: LawCase, _ change: (inout Rule) -> Void) -> String? {
        let before = made.decision()
        guard !before.blocking else { return nil }
        for index in made.manifest.policy.rules.indices {
            var changed = made
            change(&changed.manifest.policy.rules[index])
            let after = changed.decision()
            if after.blocking {
                return "\(before.status) (\(before.reason)) became \(after.status) without rule \(index + 1)"
            }
        }
        return nil
    }
}

/// A value of the input, and how to remove it.
enum MissingFact: String, CaseIterable {
    case build, storefront, language, installID, attribute, audience, marketplace, channel, confirmation, os

    func dropped(from made: LawCase) -> [LawCase] {
        var less = made
        switch self {
        case .build: less.installation.build = nil
        case .language: less.installation.language = nil
        case .installID: less.installation.installID = nil
        case .storefront:
            // Exception: where each offer names its storefronts, the app is sold in no other one, so no other counts.
            guard let storefront = made.installation.storefront else { return [] }
            guard made.isSoldEverywhere || made.knownStorefronts.contains(storefront) else { return [] }
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
        case .marketplace:
            guard case .marketplace(_?) = made.installation.channel else { return [] }
            less.installation.channel = .marketplace(nil)
        case .channel:
            // Exception: a rule that lists `unknown` matches it.
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

    private var offersOnChannel: [Offer] {
        let offers = manifest.catalog.releases.filter { $0.platform == installation.platform }.flatMap(\.offers)
        return offers.filter { offer in
            switch (installation.channel, offer.channel) {
            case (.testflight(let mine), .testflight(let theirs)): theirs == nil || theirs == (mine ?? .external)
            case (.marketplace(let mine), .marketplace(let theirs)): theirs == nil || theirs == mine
            default: offer.channel == installation.channel
            }
        }
    }

    fileprivate var knownStorefronts: Set<Storefront> {
        Set(offersOnChannel.compactMap(\.storefronts).flatMap(\.self))
    }

    /// Whether some offer names no storefronts, or no storefront is named at all.
    fileprivate var isSoldEverywhere: Bool {
        knownStorefronts.isEmpty || offersOnChannel.contains { $0.storefronts == nil }
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
