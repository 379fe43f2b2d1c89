import AirworthyPolicy

/// The sums of an impact while its groups are added.
struct ImpactSums {
    struct StepKey: Hashable {
        let from: Decision.Status
        let to: Decision.Status
    }

    struct RuleKey: Hashable {
        let rule: String?
        let status: Decision.Status
    }

    struct GroupKey: Hashable {
        let rule: String?
        let from: Decision.Status
        let to: Decision.Status
        let version: String
        let channel: Channel
    }

    struct Slice {
        var installations = 0
        var newlyBlocked = 0.0
        var stuck = 0.0
    }

    private(set) var installations = 0
    private(set) var unknowable = 0.0
    private(set) var blockedBefore = 0.0
    private(set) var blocked = 0.0
    private(set) var newlyBlocked = 0.0
    private(set) var newlyBlockedStuck = 0.0
    private(set) var mostNewlyBlocked = 0.0
    private(set) var stuckBefore = 0.0
    private(set) var mostStuck = 0.0
    private(set) var waiting = 0.0
    private(set) var matrix: [StepKey: Double] = [:]
    private(set) var rules: [RuleKey: Double] = [:]
    private(set) var groups: [GroupKey: Double] = [:]
    private(set) var stuckBy: [Reason: Double] = [:]
    private(set) var platforms: [Platform: Slice] = [:]
    private(set) var channels: [Channel: Slice] = [:]
    private(set) var systems: [OperatingSystem?: Slice] = [:]
    private(set) var storefronts: [Storefront?: Slice] = [:]

    /// Adds installations with the same possible changes, except to the sums of ``addFacts(of:with:)``.
    mutating func add(_ changes: PossibleChanges, of installation: Installation, count: Int) {
        let size = Double(count)
        installations += count
        unknowable += changes.unknowable * size
        mostNewlyBlocked += changes.mostNewlyBlocked * size
        mostStuck += changes.mostStuck * size
        for (change, share) in changes.shares { add(change, count: share * size, of: installation) }
    }

    /// Adds a group of them to the sums by platform, channel, system and storefront.
    mutating func addFacts(of group: InstallationGroup, with changes: PossibleChanges) {
        let size = Double(group.count)
        let slice = Slice(
            installations: group.count, newlyBlocked: changes.newlyBlocked * size, stuck: changes.stuck * size)
        platforms[group.installation.platform, default: Slice()].add(slice)
        channels[group.installation.channel, default: Slice()].add(slice)
        systems[group.installation.os, default: Slice()].add(slice)
        storefronts[group.installation.storefront, default: Slice()].add(slice)
    }

    private mutating func add(_ change: DecisionChange, count: Double, of installation: Installation) {
        let (old, new) = (change.old, change.new)
        matrix[StepKey(from: old.status, to: new.status), default: 0] += count
        rules[RuleKey(rule: new.rule, status: new.status), default: 0] += count
        if old.blocking { blockedBefore += count }
        if new.blocking { blocked += count }
        if change.isNewlyBlocked { newlyBlocked += count }
        if change.isNewlyBlocked, new.isStuck { newlyBlockedStuck += count }
        if old.isStuck { stuckBefore += count }
        if new.isStuck { stuckBy[new.reason, default: 0] += count }
        if new.status == .requiredUnavailable, !new.isStuck { waiting += count }
        guard change.isVisible else { return }
        let key = GroupKey(
            rule: new.rule, from: old.status, to: new.status, version: installation.versionText,
            channel: installation.channel)
        groups[key, default: 0] += count
    }
}

extension ImpactSums.Slice {
    fileprivate mutating func add(_ other: ImpactSums.Slice) {
        installations += other.installations
        newlyBlocked += other.newlyBlocked
        stuck += other.stuck
    }
}
