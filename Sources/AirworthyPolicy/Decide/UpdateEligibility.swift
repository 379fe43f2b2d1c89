#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks whether a rule may require a release that can be installed. That depends on the time since the release, on
/// its phased release, and on whether another rule would then require yet another update.
struct UpdateEligibility {
    let input: DecisionInput

    private var offers: AvailableOffers { input.offers }

    /// Whether some release that satisfies the rule has been out for as long as `releasedFor` says.
    ///
    /// So a newer release does not restart the wait. If no wait is over but a release has no date, the result is
    /// `undated`.
    func isWaitOver(for rule: PreparedRule, in storefront: Storefront?, ifUndated undated: Bool) -> Bool {
        let wait = rule.effect.releasedFor.seconds
        guard wait > 0 else { return true }
        var foundUndated = false
        for index in releases(satisfying: rule, in: storefront) {
            guard let since = offers.availableSince(index) else {
                foundUndated = true
                continue
            }
            if since.addingTimeInterval(Double(wait)) <= input.now { return true }
        }
        return undated && foundUndated
    }

    /// Returns the newer releases that the rule no longer applies to once they are installed, superseded ones included.
    /// If it applies to all of them, returns all newer releases.
    private func releases(satisfying rule: PreparedRule, in storefront: Storefront?) -> [OfferIndex] {
        guard let installed = input.installed else { return [] }
        let target = rule.effect.target
        let newer = offers.all.filter { index in
            offers.isNewer(index, than: installed) && offers.obstacle(index, in: storefront) == nil
                && (target?.isReached(by: offers.version(index), build: offers.build(index)) ?? true)
        }
        guard target == nil else { return newer }
        let outside = newer.filter { truth(of: rule, with: conditions(afterInstalling: $0, latest: .same)) == .false }
        return outside.isEmpty ? newer : outside
    }

    private func conditions(afterInstalling index: OfferIndex, latest: LatestRelation) -> ConditionEvaluator {
        ConditionEvaluator(input, version: offers.version(index), build: offers.build(index), latest: latest)
    }

    /// Whether the rule matches a device.
    ///
    /// If only the build of the release is unknown, the rule does not match.
    private func truth(of rule: PreparedRule, with conditions: ConditionEvaluator) -> Truth {
        let result = conditions.truth(at: rule.condition)
        guard case .undecided = result, !conditions.hasBuild else { return result }
        var conditions = conditions
        for assumed in [Truth.true, .false] {
            conditions.resultWithoutBuild = assumed
            if conditions.truth(at: rule.condition) == .undecided { return .undecided }
        }
        return .false
    }

    /// Whether the App Store's phased release has reached this device; `withoutID` for a device without an install id.
    func isInPhasedRelease(_ index: OfferIndex, withoutID: Bool) -> Bool {
        guard let share = offers.offer(index).phase?.partsPerMillion, share < 1_000_000 else { return true }
        guard share > 0 else { return false }
        let salt = "\(input.manifest.app ?? "")/$phased/\(offers.version(index))"
        return input.isBucket(of: salt, below: share) ?? withoutID
    }

    /// Whether a rule would require another update once the release is installed.
    ///
    /// A future deadline counts as required. The result is undecided if a rule that might require one cannot be
    /// evaluated or read.
    func mustUpdateAgain(after index: OfferIndex, in storefront: Storefront?) -> Truth {
        input.mustUpdateAgain(after: index, in: storefront) { findUpdateAgain(after: index, in: storefront) }
    }

    private func findUpdateAgain(after index: OfferIndex, in storefront: Storefront?) -> Truth {
        let build = offers.buildAfterInstalling(index)
        let latest = offers.relation(of: build, in: CollectionOfOne(storefront))
        var result = Truth.false
        let (rules, conditions) = (input.prepared.rules, conditions(afterInstalling: index, latest: latest))
        for rule in rules.indices {
            let matches = truth(of: rules[rule], with: conditions)
            if case .false = matches { continue }
            let effect = rules[rule].effect
            guard effect.isReadable else {
                result = .undecided
                continue
            }
            if effect.maintenance != nil { continue }
            let level = level(of: effect, for: build, in: storefront)
            if level == UpdateLevel.none, matches == .true { return result }
            guard level == .required || (level == .recommended && effect.deadline != nil) else { continue }
            if matches == .true { return .true }
            result = .undecided
        }
        return result
    }

    /// The level of a rule for a build that is installed; `nil` if the rule does nothing for it.
    private func level(of effect: Effect, for build: InstalledBuild, in storefront: Storefront?) -> UpdateLevel? {
        if effect.isExemption { return UpdateLevel.none }
        if let target = effect.target, target.isReached(by: build.version, build: build.build) { return nil }
        if effect.perChange.isEmpty { return effect.update }
        let next = offers.updates(from: build, reaching: effect.target, in: storefront).first
        return next.flatMap { effect.level(from: build.version, to: offers.version($0)) }
    }
}

/// Checks whether a tester certainly has access to an offered TestFlight build.
struct TestFlightAccess {
    let input: DecisionInput

    private var offers: AvailableOffers { input.offers }

    /// Whether the groups of the offered build include all groups of the installed one and, where the audience is
    /// unknown, the build is open to both audiences. Always true outside TestFlight.
    func isCertain(for index: OfferIndex) -> Bool {
        guard case .testflight(let audience) = input.installation.channel else { return true }
        if audience == nil, !isOpenToBothAudiences(index) { return false }
        guard let installed = input.installedBeta, let mine = groups(of: installed),
            let theirs = groups(of: input.betaOffers(of: offers.buildAfterInstalling(index)))
        else { return false }
        return theirs.isSuperset(of: mine)
    }

    private func isOpenToBothAudiences(_ index: OfferIndex) -> Bool {
        let open = offers.offers(of: offers.buildAfterInstalling(index)).filter(offers.isInstallableSomewhere)
            .map { offers.offer($0).channel }
        return open.contains(.testflight(nil))
            || (open.contains(.testflight(.internal)) && open.contains(.testflight(.external)))
    }

    /// The groups that have a build, among those that serve the tester's audience; `nil` if unknown.
    private func groups(of offers: [Offer]) -> Set<String>? {
        var known: Set<String>?
        for offer in offers where input.installation.channel.mayHaveInstalled(from: offer.channel) {
            guard let groups = offer.groups else { return nil }
            known = (known ?? []).union(groups)
        }
        return known
    }
}

extension Channel {
    /// Whether a TestFlight installation may come from an offer on a channel. Plain `testflight` may be either audience.
    func mayHaveInstalled(from offered: Channel) -> Bool {
        self == .testflight(nil) ? offered.isTestFlight : receives(offersOn: offered)
    }
}
