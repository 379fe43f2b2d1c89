public import AirworthyPolicy

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What happens to many installations when one manifest replaces another.
///
/// Each installation is decided for under both manifests. Rollouts are weighed exactly: a rule for 10 % of the devices applies
/// to a tenth of each group. What depends on languages or attributes is not guessed; see ``unknowable``. Numbers are rounded,
/// but a part that is not empty counts at least one installation.
///
/// ```swift
/// let impact = PolicyImpact(from: published, to: draft, on: groups, at: .now)
/// print("\(impact.newlyBlocked) of \(impact.installations) would be blocked, \(impact.stuck) could not update")
/// ```
public struct PolicyImpact: Hashable, Sendable {
    /// The installations that go from one status to another.
    public struct Step: Hashable, Sendable {
        /// The status under the old manifest.
        public let from: Decision.Status
        /// The status under the new manifest.
        public let to: Decision.Status
        /// The number of installations.
        public let count: Int
    }

    /// Installations for whom something changes visibly, by the rule that decides for them now, version and channel.
    public struct Group: Hashable, Sendable {
        /// The rule of the new manifest; `nil` if none decides.
        public let rule: String?
        /// The status under the old manifest.
        public let from: Decision.Status
        /// The status under the new manifest.
        public let to: Decision.Status
        /// The installed version.
        public let version: String
        /// The distribution channel.
        public let channel: Channel
        /// The number of installations.
        public let count: Int
    }

    /// Installations that share a fact.
    public struct Slice: Hashable, Sendable {
        /// The fact, such as `appstore` or `JP`; empty if it is not known.
        public let value: String
        /// The number of installations.
        public let installations: Int
        /// The number of those that the new manifest blocks and the old one does not.
        public let newlyBlocked: Int
        /// The number of those that are told to update and cannot.
        public let stuck: Int
    }

    /// The number of installations for which a rule of the new manifest decides, or no rule.
    public struct RuleCount: Hashable, Sendable {
        /// The rule; `nil` for none.
        public let rule: String?
        /// The status.
        public let status: Decision.Status
        /// The number of installations.
        public let count: Int
    }

    /// The number of installations that cannot update for a reason.
    public struct Stuck: Hashable, Sendable {
        /// The reason, such as `osTooOld`.
        public let reason: Reason
        /// The number of installations.
        public let count: Int
    }

    /// The date that was decided for.
    public let date: Date
    /// The number of installations.
    public let installations: Int
    /// The number of installations whose decision depends on facts that are not counted: their language or attributes.
    public let unknowable: Int
    /// The number of blocked installations under the old manifest.
    public let blockedBefore: Int
    /// The number of blocked installations under the new manifest.
    public let blocked: Int
    /// The number of installations that the new manifest blocks and the old one does not.
    public let newlyBlocked: Int
    /// The number of those of ``newlyBlocked`` that cannot update.
    public let newlyBlockedStuck: Int
    /// ``newlyBlocked`` if each unknown fact has the worst value.
    public let newlyBlockedAtMost: Int
    /// The number of installations that were told to update and could not.
    public let stuckBefore: Int
    /// The number of installations that are told to update and cannot.
    public let stuck: Int
    /// ``stuck`` if each unknown fact has the worst value.
    public let stuckAtMost: Int
    /// The number of installations that a rule does not touch yet, because the release has not been out for long enough.
    public let waiting: Int
    /// The installations by status before and after, also those without a change, the largest number first.
    public let matrix: [Step]
    /// The installations by rule and status, the largest number first.
    public let rules: [RuleCount]
    /// The groups for whom something changes visibly, the largest first.
    public let groups: [Group]
    /// The reasons for not being able to update, the largest number first.
    public let stuckBy: [Stuck]
    /// The installations by platform, the most affected first.
    public let platforms: [Slice]
    /// The installations by channel, the most affected first.
    public let channels: [Slice]
    /// The installations by system, the most affected first.
    public let systems: [Slice]
    /// The installations by storefront, the most affected first.
    public let storefronts: [Slice]

    /// Predicts the impact.
    /// - Parameters:
    ///   - old: The manifest in force.
    ///   - new: The manifest that would replace it.
    ///   - groups: The installations.
    ///   - now: The date to decide for. Neither manifest counts as expired then.
    /// - Complexity: Two decisions for all groups that differ only in systems or storefronts between which no rule and no release makes a
    ///   difference, and for each part that rollouts, languages or attributes divide them into: at most 256 of a group and 100,000
    ///   of all. What is left then counts as unknowable, so begin with the largest groups.
    public init(from old: Manifest, to new: Manifest, on groups: [InstallationGroup], at now: Date) {
        self.init(from: old, to: new, on: groups, at: now, beforeEach: {})
    }

    /// Predicts the impact as ``init(from:to:on:at:)``, for callers that may have to give up.
    /// - Parameters:
    ///   - old: The manifest in force.
    ///   - new: The manifest that would replace it.
    ///   - groups: The installations. A lazy sequence saves their memory.
    ///   - now: The date to decide for.
    ///   - check: Called before each group; throws to give up, such as `Task.checkCancellation`.
    /// - Throws: The error of `check`.
    public init(
        from old: Manifest, to new: Manifest, on groups: some Sequence<InstallationGroup>, at now: Date,
        beforeEach check: () throws -> Void
    ) rethrows {
        var shared = SharedChanges(from: old, to: new, at: now)
        var sums = ImpactSums()
        for group in groups where group.count > 0 {
            try check()
            sums.addFacts(of: group, with: shared.add(group))
        }
        for entry in shared.entries { sums.add(entry.changes, of: entry.installation, count: entry.count) }
        date = now
        installations = sums.installations
        unknowable = Self.whole(sums.unknowable)
        blockedBefore = Self.whole(sums.blockedBefore)
        blocked = Self.whole(sums.blocked)
        newlyBlocked = Self.whole(sums.newlyBlocked)
        newlyBlockedStuck = Self.whole(sums.newlyBlockedStuck)
        newlyBlockedAtMost = Self.whole(sums.mostNewlyBlocked)
        stuckBefore = Self.whole(sums.stuckBefore)
        stuck = Self.whole(sums.stuckBy.values.reduce(0, +))
        stuckAtMost = Self.whole(sums.mostStuck)
        waiting = Self.whole(sums.waiting)
        matrix = Self.sorted(sums.matrix) { Step(from: $0.from, to: $0.to, count: $1) }
        rules = Self.sorted(sums.rules) { RuleCount(rule: $0.rule, status: $0.status, count: $1) }
        self.groups = Self.sorted(sums.groups) {
            Group(rule: $0.rule, from: $0.from, to: $0.to, version: $0.version, channel: $0.channel, count: $1)
        }
        stuckBy = Self.sorted(sums.stuckBy) { Stuck(reason: $0, count: $1) }
        platforms = Self.slices(sums.platforms) { $0.description }
        channels = Self.slices(sums.channels) { $0.description }
        systems = Self.slices(sums.systems) { $0?.description ?? "" }
        storefronts = Self.slices(sums.storefronts) { $0?.code ?? "" }
    }

    /// Rounds a number of installations, without making a part that is not empty disappear.
    private static func whole(_ sum: Double) -> Int {
        // Sums of shares such as 0.1 and 0.9 are off by less than this.
        guard sum > 1e-6 else { return 0 }
        return max(1, Int(sum.rounded()))
    }

    private static func sorted<Key: Hashable, Row>(_ sums: [Key: Double], row: (Key, Int) -> Row) -> [Row] {
        // Statements instead of one expression, for which the compiler needs seven seconds.
        var entries: [(key: Key, sum: Double, text: String)] = []
        for (key, sum) in sums { entries.append((key, sum, String(describing: key))) }
        entries.sort { a, b in
            if a.sum != b.sum { return a.sum > b.sum }
            return a.text < b.text
        }
        return entries.compactMap { entry in
            let count = whole(entry.sum)
            return count > 0 ? row(entry.key, count) : nil
        }
    }

    private static func slices<Fact>(_ sums: [Fact: ImpactSums.Slice], text: (Fact) -> String) -> [Slice] {
        sums.map { fact, sum in
            Slice(
                value: text(fact), installations: sum.installations, newlyBlocked: whole(sum.newlyBlocked),
                stuck: whole(sum.stuck))
        }.sorted { a, b in
            (b.newlyBlocked, b.stuck, b.installations, a.value) < (a.newlyBlocked, a.stuck, a.installations, b.value)
        }
    }
}
