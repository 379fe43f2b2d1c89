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
    private(set) var channels: [String: Slice] = [:]
    private(set) var systems: [String: Slice] = [:]
    private(set) var storefronts: [String: Slice] = [:]

    /// Adds a group with its possible changes.
    mutating func add(_ changes: PossibleChanges, of group: InstallationGroup) {
        let size = Double(group.count)
        installations += group.count
        unknowable += changes.unknowable * size
        mostNewlyBlocked += changes.mostNewlyBlocked * size
        mostStuck += changes.mostStuck * size
        var slice = Slice(installations: group.count)
        for (change, share) in changes.shares {
            let count = share * size
            add(change, count: count, of: group.installation)
            if change.isNewlyBlocked { slice.newlyBlocked += count }
            if change.new.isStuck { slice.stuck += count }
        }
        let installation = group.installation
        channels[installation.channel.description, default: Slice()].add(slice)
        systems[installation.os?.description ?? "", default: Slice()].add(slice)
        storefronts[installation.storefront?.code ?? "", default: Slice()].add(slice)
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
