import AirworthyPolicy
import Foundation
import Testing

@testable import AirworthyFleet

@Suite struct PolicyImpactTests {
    private let now = Date(timeIntervalSince1970: 1_795_132_800)

    @Test func `A minimum version blocks the older installations, and finds those whose system is too old`() throws {
        let impact = try impact(of: [
            group("2.1.0", count: 81), group("2.1.0", os: "14.2", count: 5), group("2.2.1", count: 900),
            group("2.1.0", channel: .debug, count: 14),
        ])
        #expect(impact.installations == 1_000)
        #expect((impact.newlyBlocked, impact.newlyBlockedAtMost, impact.blockedBefore) == (81, 81, 0))
        #expect(impact.newlyBlockedStuck == 0, "those whose system is too old may carry on")
        #expect((impact.stuckBefore, impact.stuck, impact.unknowable) == (0, 5, 0))
        #expect(impact.stuckBy.map(\.reason) == [.osTooOld] && impact.stuckBy.map(\.count) == [5])
        #expect(
            impact.matrix.map { "\($0.from) → \($0.to) \($0.count)" } == [
                "ok → ok 914", "ok → required 81", "ok → requiredUnavailable 5",
            ])
        #expect(
            impact.groups.map { "\($0.rule ?? "") \($0.version) \($0.count)" } == ["floor 2.1.0 81", "floor 2.1.0 5"])
        #expect(impact.channels.map(\.value) == ["appstore", "debug"])
        #expect(
            impact.systems.map { "\($0.value) \($0.newlyBlocked) \($0.stuck)" } == ["iOS 17.4 81 0", "iOS 14.2 0 5"])
    }

    @Test func `Installations without a way out are counted among the blocked ones`() throws {
        var rule = floor()
        rule.effect.blocksIfUnavailable = true
        let impact = try impact(to: [rule], of: [group("2.1.0", count: 81), group("2.1.0", os: "14.2", count: 5)])
        #expect((impact.newlyBlocked, impact.newlyBlockedStuck, impact.stuck) == (86, 5, 5))
        let again = try self.impact(from: [rule], to: [rule], of: [group("2.1.0", os: "14.2", count: 5)])
        #expect((again.newlyBlocked, again.newlyBlockedStuck, again.stuck) == (0, 0, 5))
    }

    @Test(
        arguments: [
            // The old share, the new share, the newly blocked of 1,000.
            (0, 100_000, 100), (100_000, 100_000, 0), (100_000, 350_000, 250), (1_000_000, 100_000, 0), (0, 1, 1),
        ])
    func `A rollout is weighed by its share, also against the rollout in force`(
        old: UInt32, new: UInt32, blocked: Int
    ) throws {
        func rollout(_ share: UInt32) -> Condition { .rollout(.init(partsPerMillion: share)) }
        let impact = try impact(
            from: [floor(when: rollout(old))], to: [floor(when: rollout(new))], of: [group("2.1.0", count: 1_000)])
        #expect(impact.newlyBlocked == blocked)
        #expect(impact.unknowable == 0 && impact.newlyBlockedAtMost == blocked)
    }

    @Test func `Rollouts with different salts are independent, with the same salt one contains the other`() throws {
        func rollout(_ salt: String) -> Condition { .rollout(.init(partsPerMillion: 500_000, salt: salt)) }
        let group = group("2.1.0", count: 1_000)
        let independent = try impact(to: [floor(when: .all([rollout("a"), rollout("b")]))], of: [group])
        #expect(independent.newlyBlocked == 250)
        let same = try impact(to: [floor(when: .all([rollout("a"), rollout("a")]))], of: [group])
        #expect(same.newlyBlocked == 500)
    }

    @Test func `A phased release reaches its share of the installations`() throws {
        var effect = Effect(update: .recommended)
        effect.phasing = .follow
        let rule = Rule(id: "newest", when: .version(try VersionRange("<latest")), effect: effect)
        let impact = try impact(to: [rule], phase: .init(state: "active", day: 3), of: [group("2.1.0", count: 1_000)])
        // The third day of a phased release: 5 %.
        #expect(impact.matrix.first { $0.to == .recommended }?.count == 50)
    }

    @Test func `An attribute or language that decides is not guessed`() throws {
        let pro = Condition.attribute(name: "plan", values: ["pro"], ifMissing: .undecided)
        let free = Condition.attribute(name: "plan", values: ["free"], ifMissing: .undecided)
        let exempt = Rule(id: "exempt", when: pro, effect: Effect(update: UpdateLevel.none))
        let groups = [group("2.1.0", count: 60), group("2.2.1", count: 40)]
        let exempting = try impact(to: [exempt, floor()], of: groups)
        #expect((exempting.newlyBlocked, exempting.newlyBlockedAtMost, exempting.unknowable) == (0, 60, 60))
        let japanese = try impact(to: [floor(when: .language(["ja"]))], of: groups)
        #expect((japanese.newlyBlocked, japanese.newlyBlockedAtMost, japanese.unknowable) == (0, 60, 60))
        // Nobody has both plans at once.
        let both = try impact(to: [floor(when: .all([pro, free]))], of: groups)
        #expect((both.newlyBlockedAtMost, both.unknowable) == (0, 0))
        // A tenth of every plan is blocked, whatever the plan is.
        let rollout = Condition.rollout(.init(partsPerMillion: 100_000, salt: "s"))
        let each = [Rule(id: "pro", when: pro, effect: Effect(update: UpdateLevel.none))]
        let tenth = try impact(
            to: [floor(when: .all([rollout, .any([pro, .not(pro)])]))] + each, of: [group("2.1.0", count: 100)])
        #expect(tenth.newlyBlockedAtMost == 10)
    }

    @Test func `Installations without a version are counted, but not decided for`() throws {
        let impact = try impact(of: [group("", count: 7), group("2.2.1", count: 3)])
        #expect((impact.installations, impact.unknowable, impact.newlyBlockedAtMost) == (10, 7, 7))
    }

    @Test func `A rule that still waits after a release leaves nobody stuck`() throws {
        var effect = Effect(update: .required)
        effect.releasedFor = Period(seconds: 3 * 86_400)
        let rule = Rule(id: "floor", when: .version(try VersionRange("<2.2.0")), effect: effect)
        let groups = [group("2.1.0", count: 10)]
        let today = try impact(to: [rule], of: groups)
        #expect((today.stuck, today.waiting, today.newlyBlocked) == (0, 10, 0))
        let later = PolicyImpact(
            from: try manifest([]), to: try manifest([rule]), on: groups, at: now.addingTimeInterval(3 * 86_400))
        #expect((later.waiting, later.newlyBlocked) == (0, 10))
    }

    @Test func `A policy with more unknown facts than can be tried is unknowable, in bounded time`() throws {
        let many = (0..<10).map { Condition.rollout(.init(partsPerMillion: 500_000, salt: "\($0)")) }
        let odd = many.reduce(Condition.all([])) { .any([.all([$0, .not($1)]), .all([.not($0), $1])]) }
        let values = (0..<2_000).map { JSONValue.string("\($0)") }
        for condition in [odd, .attribute(name: "plan", values: values, ifMissing: .undecided)] {
            let impact = try impact(to: [floor(when: condition)], of: [group("2.1.0", count: 10)])
            #expect(impact.newlyBlockedAtMost >= impact.newlyBlocked)
            #expect(impact.unknowable + impact.matrix.reduce(0) { $0 + $1.count } >= 10)
        }
    }

    @Test func `Groups are divided no more often than all together may be, and what is left is unknowable`() throws {
        let two = (0..<2).map { Condition.rollout(.init(partsPerMillion: 500_000, salt: "\($0)")) }
        let search = ChangeSearch(from: try manifest([]), to: try manifest([floor(when: .all(two))]), at: now)
        let installation = group("2.1.0", count: 1).installation
        // The whole, both sides of the first boundary, and one of them on both sides of the second: four divisions.
        for (allowed, left, unknowable) in [(9, 5, 0.0), (4, 0, 0), (3, 0, 0.5), (0, 0, 1)] {
            var divisions = allowed
            let changes = search.changes(of: installation, divisions: &divisions)
            #expect((divisions, changes.unknowable) == (left, unknowable), "\(allowed)")
            #expect(changes.mostNewlyBlocked >= 0.25)
        }
    }

    @Test func `One decision serves all systems and countries between which no rule and no release makes a difference`()
        throws
    {
        let codes = Storefront.all.sorted()
        func entries(_ condition: Condition) throws -> [Int] {
            let (old, new) = (try manifest([]), try manifest([floor(when: condition)]))
            var shared = SharedChanges(from: old, to: new, at: now)
            for code in codes {
                for os in ["14.2", "15.0", "15.8", "17.4"] {
                    var installation = group("2.1.0", os: os, count: 1).installation
                    installation.storefront = code
                    _ = shared.add(InstallationGroup(of: installation, count: 1))
                }
            }
            return shared.entries.map(\.count)
        }
        // The release needs iOS 15.0.
        #expect(try entries(.always) == [codes.count, 3 * codes.count])
        let japan = try entries(.storefront([try #require(Storefront("JP"))]))
        #expect(japan.sorted() == [1, 3, codes.count - 1, 3 * (codes.count - 1)])
        let old = try entries(.os([.ios: try VersionRange("<15.5"), .macos: try VersionRange("<26")]))
        #expect(old == [codes.count, codes.count, 2 * codes.count])
    }

    @Test func `More systems than anybody has, as after an attack, share decisions all the same`() throws {
        let (old, new) = (try manifest([]), try manifest([floor()]))
        var shared = SharedChanges(from: old, to: new, at: now)
        for number in 0..<12_000 {
            let changes = shared.add(group("2.1.0", os: "\(14 + number % 2).\(number)", count: 1))
            #expect(changes.newlyBlocked == Double(number % 2))
        }
        // The release needs iOS 15.0.
        #expect(shared.entries.map(\.count) == [6_000, 6_000])
    }

    @Test func `A system counts once, however its version is written`() throws {
        let impact = try impact(of: ["17.0", "17", "17.0.0"].map { group("2.1.0", os: $0, count: 10) })
        #expect(impact.systems.map { "\($0.value) \($0.installations) \($0.newlyBlocked)" } == ["iOS 17.0 30 30"])
    }

    @Test func `A caller can give up between two groups`() throws {
        struct Enough: Error {}
        let empty = try manifest([])
        #expect(throws: Enough.self) {
            _ = try PolicyImpact(from: empty, to: empty, on: [group("1", count: 1)], at: now) { throw Enough() }
        }
    }

    // MARK: Support

    private func floor(when condition: Condition = .always) -> Rule {
        Rule(
            id: "floor", when: .all([.version(try! VersionRange("<2.2.0")), .channel([.appstore]), condition]),
            effect: Effect(update: .required))
    }

    private func group(
        _ version: String, channel: Channel = .appstore, os: String = "17.4", count: Int
    ) -> InstallationGroup {
        let system = OperatingSystem(platform: .ios, version: try! AppVersion(os))
        let installation = Installation(
            version: version, channel: channel, os: system, storefront: Storefront("JP"))
        return InstallationGroup(of: installation, count: count)
    }

    private func manifest(_ rules: [Rule], phase: Offer.Phase? = nil) throws -> Manifest {
        var offer = Offer(
            channel: .appstore, publishedAt: now.addingTimeInterval(-3_600), url: "https://apps.apple.com/app/id1")
        offer.phase = phase
        let release = Release(
            platform: .ios, version: try AppVersion("2.2.1"), minimumOS: try AppVersion("15.0"), offers: [offer])
        return Manifest(app: "hashtags", policy: Policy(rules: rules), catalog: Catalog(releases: [release]))
    }

    private func impact(
        from old: [Rule] = [], to new: [Rule]? = nil, phase: Offer.Phase? = nil, of groups: [InstallationGroup]
    ) throws -> PolicyImpact {
        PolicyImpact(
            from: try manifest(old, phase: phase), to: try manifest(new ?? [floor()], phase: phase), on: groups, at: now
        )
    }
}
