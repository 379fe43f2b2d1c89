import AirworthyFleet
import Foundation
import Testing

@testable import AirworthyPolicy

/// The impact on a group compared with decisions for its single installations.
@Suite struct PolicyImpactLaws {
    @Test func `No installation has a decision that the impact rules out`() {
        forAllCases { made in
            let pair = Pair(made)
            var random = LawRandom(index: made.index)
            for _ in 0..<4 {
                let (old, new) = pair.decisions(for: pair.installation(&random))
                if let wrong = pair.objection(old, new) { return wrong }
            }
            return nil
        }
    }

    @Test func `Of many installations, each status has the predicted share`() {
        let count = 400
        forAllCases { made in
            guard made.index % 25 == 0 else { return nil }
            let pair = Pair(made)
            var random = LawRandom(index: made.index)
            var statuses: [Decision.Status: Int] = [:]
            for _ in 0..<count {
                statuses[pair.decisions(for: pair.installation(&random)).new.status, default: 0] += 1
            }
            for (status, seen) in statuses {
                let certain = Double(pair.impact.matrix.filter { $0.to == status }.reduce(0) { $0 + $1.count }) / 1e6
                let possible = min(1, certain + Double(pair.impact.unknowable) / 1e6)
                // Five standard deviations, and one installation for rare statuses.
                func noise(_ share: Double) -> Double {
                    5 * (share * (1 - share) / Double(count)).squareRoot() + 1 / Double(count)
                }
                let share = Double(seen) / Double(count)
                if share < certain - noise(certain) || share > possible + noise(possible) {
                    return "\(status): \(share) of the installations, predicted \(certain) to \(possible)"
                }
            }
            return nil
        }
    }

    @Test func `Without another manifest nothing changes`() {
        forAllCases { made in
            let pair = Pair(made)
            let impact = PolicyImpact(from: pair.new, to: pair.new, on: pair.groups, at: made.now)
            let isSame = impact.newlyBlocked == 0 && impact.groups.isEmpty && impact.stuck == impact.stuckBefore
            return isSame && impact.matrix.allSatisfy { $0.from == $0.to } ? nil : "\(impact)"
        }
    }

    @Test func `Groups that are decided for together have the sums that they have one by one`() {
        let systems =
            ["12.4", "13", "15.8", "16.0", "17.4", "18.0", "26.1"].map { (Platform.ios, $0) }
            + [(.macos, "15.0"), (.macos, "26.0")]
        let storefronts = ["JP", "US", "DE", "FR", "CH"].map { Storefront($0) } + [nil]
        forAllCases { made in
            guard made.index % 20 == 0 else { return nil }
            let pair = Pair(made)
            var groups: [InstallationGroup] = []
            for storefront in storefronts {
                for system in systems.map({ OperatingSystem(platform: $0, version: try! AppVersion($1)) }) + [nil] {
                    var installation = pair.groups[0].installation
                    (installation.os, installation.storefront) = (system, storefront)
                    groups.append(InstallationGroup(of: installation, count: 1_000_000))
                }
            }
            let together = Sums(of: [pair.impact(on: groups)])
            return together.objection(to: Sums(of: groups.map { pair.impact(on: [$0]) }))
        }
    }

    /// The sums of some impacts by what they count.
    private struct Sums {
        private var counts: [String: Int] = [:]

        init(of impacts: [PolicyImpact]) {
            for impact in impacts {
                counts["unknowable", default: 0] += impact.unknowable
                counts["at most newly blocked", default: 0] += impact.newlyBlockedAtMost
                counts["at most stuck", default: 0] += impact.stuckAtMost
                for step in impact.matrix { counts["\(step.from) → \(step.to)", default: 0] += step.count }
                for rule in impact.rules { counts["\(rule.rule ?? "none") \(rule.status)", default: 0] += rule.count }
                for stuck in impact.stuckBy { counts["\(stuck.reason)", default: 0] += stuck.count }
                for slice in impact.channels + impact.systems + impact.storefronts {
                    counts["\(slice.value) newly blocked", default: 0] += slice.newlyBlocked
                    counts["\(slice.value) stuck", default: 0] += slice.stuck
                }
            }
        }

        func objection(to others: Sums) -> String? {
            // Each of some dozens of groups may be rounded.
            let wrong = Set(counts.keys).union(others.counts.keys).sorted().first {
                abs(counts[$0, default: 0] - others.counts[$0, default: 0]) > 100
            }
            return wrong.map {
                "\($0): \(counts[$0, default: 0]) together, \(others.counts[$0, default: 0]) one by one"
            }
        }
    }

    /// Two manifests of one app and a group of a million installations.
    private struct Pair {
        let old: Manifest
        let new: Manifest
        let groups: [InstallationGroup]
        let impact: PolicyImpact
        private let now: Date

        init(_ made: LawCase) {
            now = made.now
            var (old, new) = (LawCase(made.index + 1).manifest, made.manifest)
            for path in [\Manifest.issuedAt] { (old[keyPath: path], new[keyPath: path]) = (made.now, made.now) }
            (old.expiresAt, new.expiresAt, old.app, new.app) = (nil, nil, "app", "app")
            (self.old, self.new) = (old, new)
            var shared = made.installation
            (shared.installID, shared.language, shared.attributes) = (nil, nil, [:])
            groups = [InstallationGroup(of: shared, count: 1_000_000)]
            impact = PolicyImpact(from: old, to: new, on: groups, at: now)
        }

        func impact(on groups: [InstallationGroup]) -> PolicyImpact {
            PolicyImpact(from: old, to: new, on: groups, at: now)
        }

        /// One of the installations of the group.
        func installation(_ random: inout LawRandom) -> Installation {
            var one = groups[0].installation
            one.installID = "id-\(random.int(0...1_000_000_000))"
            one.language = random.pick(["ja", "ja-JP", "en", "en-GB", "zh-Hans-CN", "zh-Hant", "fr"])
            for name in ["plan", "staff"] where random.oneIn(2) {
                one.attributes[name] = random.pick(["pro", "free", "other", true, 1])
            }
            return one
        }

        func decisions(for installation: Installation) -> (old: Decision, new: Decision) {
            (decide(old, for: installation, at: now), decide(new, for: installation, at: now))
        }

        func objection(_ old: Decision, _ new: Decision) -> String? {
            if impact.unknowable == 0, !impact.matrix.contains(where: { $0.from == old.status && $0.to == new.status })
            {
                return "\(old.status) → \(new.status) is not in \(impact.matrix)"
            }
            if impact.newlyBlockedStuck > min(impact.newlyBlocked, impact.stuck) { return "more stuck than blocked" }
            if new.blocking, !old.blocking, impact.newlyBlockedAtMost == 0 { return "blocked by \(new.rule ?? "")" }
            let waits = new.reason == .notSettled || new.reason == .phased
            if new.status == .requiredUnavailable, !waits, impact.stuckAtMost == 0 { return "stuck: \(new.reason)" }
            return nil
        }
    }
}
