import AirworthyPolicy
import Foundation
import Testing

@Suite struct HostileInputTests {
    @Test func `Deciding never traps, whatever the dates, versions and numbers are`() throws {
        var random = LawRandom(index: 0)
        for made in LawCase.all {
            var hostile = made
            try random.poison(&hostile)
            let decision = hostile.decision(trace: random.oneIn(4))
            #expect(!decision.jsonValue.jsonText().isEmpty)
            #expect(!decision.blocking || [.required, .requiredUnavailable, .maintenance].contains(decision.status))
        }
    }

    @Test func `Conditions nested as deep as a document may be are evaluated`() throws {
        var condition = Condition.version(try VersionRange("1.0"))
        for depth in 0..<64 { condition = depth.isMultiple(of: 2) ? .not(condition) : .all([condition]) }
        let rule = Rule(id: "deep", when: condition, effect: Effect(update: UpdateLevel.none))
        let manifest = Manifest(policy: Policy(rules: [rule]))
        let copy = Installation(version: "1.0", channel: .appstore)
        #expect(decide(manifest, for: copy, at: .distantPast, trace: true).rule == "deep")
    }
}

extension LawRandom {
    private static let dates: [Date] = [
        .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: .nan),
        Date(timeIntervalSinceReferenceDate: .infinity), Date(timeIntervalSinceReferenceDate: -.infinity),
        Date(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude), Date(timeIntervalSinceReferenceDate: 0),
    ]

    fileprivate mutating func poison(_ made: inout LawCase) throws {
        if oneIn(3) { made.now = pick(Self.dates) }
        if oneIn(3) { made.confirmedAt = pick(Self.dates) }
        if oneIn(3) { made.storedAt = pick(Self.dates) }
        if oneIn(3) { made.manifest.expiresAt = pick(Self.dates) }
        if oneIn(3) { made.manifest.issuedAt = pick(Self.dates) }
        if oneIn(3) { made.manifest.revision = pick([.min, .max, 0, -1]) }
        if oneIn(3) { made.manifest.policy.betaReminder = Period(seconds: pick([.min, .max, -1, 0])) }
        if oneIn(4) { made.manifest.policy.appleID = pick([.min, .max, 0]) }
        if oneIn(3) { made.install(pick(Self.versionTexts), try BuildNumber(String(repeating: "9", count: 128))) }
        if oneIn(4) { made.installation.installID = pick(["", "\u{0}", String(repeating: "ü", count: 5_000)]) }
        if oneIn(4) {
            made.installation.language = pick(["", "-", "_____", "x-", String(repeating: "a-", count: 500)])
        }
        if oneIn(4) {
            made.installation.attributes["plan"] = pick([.null, [], [:], .number(JSONNumber("1e999999999")!)])
        }
        for index in made.manifest.policy.rules.indices {
            poison(&made.manifest.policy.rules[index])
        }
        var releases = made.manifest.catalog.releases
        for index in releases.indices {
            if oneIn(4) { releases[index].version = try AppVersion(String(repeating: "9", count: 120)) }
            for offer in releases[index].offers.indices {
                if oneIn(4) { releases[index].offers[offer].publishedAt = pick(Self.dates) }
                if oneIn(4) { releases[index].offers[offer].expiresAt = pick(Self.dates) }
                if oneIn(4) {
                    releases[index].offers[offer].phase = .init(state: "active", day: pick([.min, .max, 0, -7]))
                }
                if oneIn(4) {
                    releases[index].offers[offer].url = pick(["", ":", "https://", "https://[", "itms-apps://\u{7F}"])
                }
            }
        }
        made.manifest.catalog = Catalog(releases: releases)
    }

    private static let versionTexts = [
        String(repeating: "9", count: 128), String(repeating: "1.", count: 63) + "1", "", ".", "1.\u{0}", "١.٢",
        String(repeating: "1", count: 4_000), "-", "1-", "1.0-rc.1",
    ]

    private mutating func poison(_ rule: inout Rule) {
        if oneIn(4) { rule.effect.deadline = pick(Self.dates) }
        if oneIn(4) { rule.effect.releasedFor = Period(seconds: pick([.min, .max, -1])) }
        if oneIn(4) { rule.when = .any([rule.when, .rollout(.init(partsPerMillion: .max, salt: ""))]) }
        if oneIn(4) { rule.when = .all([rule.when, .after(pick(Self.dates)), .before(pick(Self.dates))]) }
        if oneIn(8) { rule.effect.maintenance = Maintenance(until: pick(Self.dates)) }
        if oneIn(8) { rule.effect.message = LocalizedText([:]) }
        if oneIn(8) { rule.id = "" }
    }
}
