#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The guards around `required`: settling, phases, loops, groups.
extension Evaluation {
    /// Whether the first release that satisfies the rule has been out long enough.
    ///
    /// A newer release on top does not start the clock again: each release is judged as though it were the newest.
    /// `undated` is what holds when no release has a date.
    func isSettled(_ rule: Rule, in front: Storefront?, undated: Bool) -> Bool {
        guard rule.effect.releasedFor.seconds > 0 else { return true }
        var sawUndated = false
        for entry in satisfying(rule, in: front) {
            guard let since = market.availableSince(entry) else {
                sawUndated = true
                continue
            }
            if since.addingTimeInterval(Double(rule.effect.releasedFor.seconds)) <= now { return true }
        }
        return undated && sawUndated
    }

    /// The releases, superseded ones included, that take the copy out of the rule; all newer ones if none does.
    private func satisfying(_ rule: Rule, in front: Storefront?) -> [Market.Entry] {
        guard let installed = installation.version else { return [] }
        let newer = market.entries.filter { entry in
            market.isNewer(entry, than: installed, installation.build) && market.obstacle(entry, in: front) == nil
                && (rule.effect.target?.isReached(by: market.version(entry), market.build(entry)) ?? true)
        }
        guard rule.effect.target == nil else { return newer }
        let outside = newer.filter { truth(of: rule, with: $0, latest: .same) == .false }
        return outside.isEmpty ? newer : outside
    }

    /// What a rule's condition says of the same device with the release installed.
    ///
    /// A build the catalog does not know excludes nothing: where only that is missing, the release is outside.
    private func truth(of rule: Rule, with entry: Market.Entry, latest: LatestRelation) -> Truth {
        var subject = truth
        (subject.version, subject.build, subject.latest) = (market.version(entry), market.build(entry), latest)
        let answer = subject(rule.when, salt: rule.id)
        guard answer == .undecided, subject.build == nil else { return answer }
        for assumed in [Truth.true, .false] {
            subject.missingBuild = assumed
            if subject(rule.when, salt: rule.id) == .undecided { return .undecided }
        }
        return .false
    }

    /// Whether the App Store's phased release has reached this device; without an install id, `unknown` holds.
    func hasReached(_ entry: Market.Entry, unknown: Bool) -> Bool {
        guard let share = market.offer(entry).phase?.partsPerMillion, share < 1_000_000 else { return true }
        guard share > 0 else { return false }
        guard let id = installation.installID else { return unknown }
        let salt = "\(manifest.app ?? "")/$phased/\(market.version(entry))"
        return RolloutBucket.partsPerMillion(salt: salt, id: id) < share
    }

    /// Whether the release, once installed here and now, would itself be caught by a required rule. A future deadline
    /// counts as caught; a rule that cannot be decided or read may catch it.
    func isCaught(_ entry: Market.Entry, in front: Storefront?) -> Truth {
        let version = market.version(entry)
        let build = market.build(entry)
        let latest = market.relation(of: version, build, in: [front])
        var result = Truth.false
        for rule in manifest.policy.rules where !rule.effect.isReadable || rule.effect.maintenance == nil {
            let holds = truth(of: rule, with: entry, latest: latest)
            if holds == .false { continue }
            guard rule.effect.isReadable else {
                result = .undecided
                continue
            }
            if let target = rule.effect.target, target.isReached(by: version, build) { continue }
            let next =
                rule.effect.perChange.isEmpty ? nil : candidates(for: rule, from: version, build, in: front).first
            let level = level(of: rule.effect, from: version, to: next)
            if level == UpdateLevel.none, holds == .true { return result }
            guard level == .required || (level == .recommended && rule.effect.deadline != nil) else { continue }
            if holds == .true { return .true }
            result = .undecided
        }
        return result
    }

    /// Whether the tester surely has access to the offered build: its groups contain all groups of the installed one,
    /// and, where the audience is unknown, it is open to both audiences.
    func groupsAllow(_ entry: Market.Entry) -> Bool {
        guard case .testflight(let audience) = installation.channel else { return true }
        if audience == nil, !isOpenToBoth(entry) { return false }
        guard let mine = installedGroups, let theirs = groups(of: market.release(entry)) else { return false }
        return theirs.isSuperset(of: mine)
    }

    private func isOpenToBoth(_ entry: Market.Entry) -> Bool {
        let offers = market.release(entry).offers
        let open = offers.indices
            .filter { market.obstacle(Market.Entry(release: entry.release, offer: $0), in: nil) == nil }
            .map { offers[$0].channel }
        return open.contains(.testflight(nil))
            || (open.contains(.testflight(.internal)) && open.contains(.testflight(.external)))
    }

    private var installedGroups: Set<String>? {
        guard let release = installedBeta else { return nil }
        return groups(of: release)
    }

    /// The installed TestFlight build, if the catalog knows exactly this one.
    var installedBeta: Release? {
        guard installation.channel.isTestFlight, let version = installation.version, let build = installation.build
        else { return nil }
        return market.catalog.releases.first { release in
            release.platform == installation.platform && release.version == version && release.build == build
                && release.offers.contains { $0.channel.isTestFlight }
        }
    }

    /// The groups that have a release, among those that serve the copy's audience. `nil` if they are not known.
    private func groups(of release: Release) -> Set<String>? {
        var known: Set<String>?
        for offer in release.offers where serves(offer.channel) {
            guard let groups = offer.groups else { return nil }
            known = (known ?? []).union(groups)
        }
        return known
    }

    private func serves(_ offered: Channel) -> Bool {
        // Plain `testflight` may be either audience, so both count.
        if installation.channel == .testflight(nil) { return offered.isTestFlight }
        return installation.channel.isServed(by: offered)
    }
}
