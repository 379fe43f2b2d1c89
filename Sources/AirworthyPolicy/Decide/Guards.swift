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
        let outside = newer.filter { entry in
            var subject = truth
            (subject.version, subject.build, subject.latest) = (market.version(entry), market.build(entry), .same)
            return subject(rule.when, salt: rule.id) != .true
        }
        return outside.isEmpty ? newer : outside
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
    /// counts as caught.
    func isCaught(_ entry: Market.Entry, in front: Storefront?) -> Bool {
        let version = market.version(entry)
        let build = market.build(entry)
        var subject = truth
        (subject.version, subject.build) = (version, build)
        subject.latest = market.relation(of: version, build, in: [front])
        for rule in manifest.policy.rules where rule.effect.isReadable && rule.effect.maintenance == nil {
            guard subject(rule.when, salt: rule.id) == .true else { continue }
            if let target = rule.effect.target, target.isReached(by: version, build) { continue }
            switch level(of: rule.effect, from: version, build, in: front) {
            case .none?: return false
            case .required?: return true
            case .recommended?: if rule.effect.deadline != nil { return true }
            case nil: continue
            }
        }
        return false
    }

    private func level(
        of effect: Effect, from version: AppVersion, _ build: BuildNumber?, in front: Storefront?
    ) -> UpdateLevel? {
        guard !effect.perChange.isEmpty else { return effect.update }
        let next = market.candidates(in: front).first { market.isNewer($0, than: version, build) }
        guard let next else { return effect.update }
        return effect.perChange[ChangeStep(from: version, to: market.version(next))] ?? effect.update
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
        let live = market.release(entry).offers.filter { $0.state == .live }.map(\.channel)
        return live.contains(.testflight(nil))
            || (live.contains(.testflight(.internal)) && live.contains(.testflight(.external)))
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
