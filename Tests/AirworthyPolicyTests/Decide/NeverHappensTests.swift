import AirworthyPolicy
import Foundation
import Testing

/// Mistakes of other update checkers that the engine must never make.
@Suite struct NeverHappensTests {
    private let now = Timestamp.parse("2026-11-20T12:00:00Z")!

    private func check(_ names: String...) throws {
        for name in names { try ConformanceDecision.named(name).check() }
    }

    private func release(_ version: String, _ build: String? = nil, _ offer: Offer = Offer(channel: .appstore)) throws
        -> Release
    {
        Release(
            platform: .ios, version: try AppVersion(version), build: try build.map { try BuildNumber($0) },
            offers: [offer])
    }

    private func policy(_ when: String, _ level: String = "required") throws -> Policy {
        let text =
            #"{"schema": 1, "app": "a", "appleID": 1, "rules": [{"id": "r", "when": \#(when), "update": "\#(level)"}]}"#
        return try Policy(json: text.utf8)
    }

    @Test func `An update that is not in the user's store is never required`() throws {
        try check(
            "A rule that matches the newest release has no update to offer", "Newer than every offer: not required",
            "An update after which another one would be required is a loop",
            "An offer that is not published yet cannot be installed",
            "An offer in review cannot be installed", "Each storefront has its own newest offer")
        // A device that has the store's release is never led there, whatever the rule.
        for when in ["{}", #"{"version": "<=2.2.1"}"#, #"{"version": "2.2.1"}"#] {
            let manifest = Manifest(policy: try policy(when), catalog: Catalog(releases: [try release("2.2.1")]))
            for build in [nil, "1", "999"] {
                let copy = Installation(
                    version: "2.2.1", build: try build.map { try BuildNumber($0) }, channel: .appstore)
                #expect(decide(manifest, for: copy, at: now).update == nil)
            }
        }
    }

    @Test func `A required update cannot be skipped and has no reminder`() throws {
        try check(
            "Required has no reminder and cannot be skipped", "No skip while a deadline runs",
            "After expiry required becomes recommended, daily and not skippable")
    }

    @Test func `1.10 is not older than 1.9, 1.0 not older than 1.0.0, and a long build does not overflow`() throws {
        try check(
            "1.10 is newer than 1.9", "1.10 is offered to 1.9, 1.9 never to 1.10", "1.0 equals 1 and 1.0.0",
            "A build of twelve digits does not overflow")
        let long = String(repeating: "9", count: 40)
        let catalog = Catalog(releases: [try release("1.0", "1" + long, Offer(channel: .web))])
        let manifest = Manifest(policy: try policy(#"{"version": "<latest"}"#, "recommended"), catalog: catalog)
        let copy = Installation(version: "1.0.0", build: try BuildNumber(long), channel: .web)
        #expect(decide(manifest, for: copy, at: now).update?.build?.description == "1" + long)
    }

    @Test func `A rule never leads a TestFlight tester to the App Store`() throws {
        try check(
            "No rule leads a TestFlight installation to the App Store",
            "An App Store offer is not for a TestFlight installation",
            "An App Store URL does not fit TestFlight")
        for made in LawCase.all where made.installation.channel.isTestFlight {
            let decision = made.decision()
            guard let url = decision.update?.url, decision.update?.leavesBeta == false else { continue }
            #expect(!url.contains("apps.apple.com"), "\(made.compact)")
        }
    }

    @Test func `Only the reminder of an expiring beta leads to the App Store, and it sets leavesBeta`() throws {
        try check(
            "Without a newer beta the App Store release is offered and marked as leaving the beta",
            "The beta reminder offers a newer beta")
        for made in LawCase.all {
            let decision = made.decision()
            guard decision.update?.leavesBeta == true else { continue }
            #expect(decision.rule == Decision.betaExpiryRule && !decision.blocking, "\(made.compact)")
        }
    }

    @Test func `An app in review is not blocked`() throws {
        try check(
            "A build in review is not required", "A build in review is not blocked when nothing can be installed",
            "Maintenance does not apply to a build in review", "An unknown build counts as the one in review",
            "A feature for TestFlight is off in review")
    }

    @Test func `A device whose OS is too old for the update is not blocked`() throws {
        try check(
            "An update that the OS cannot run is not required",
            "A device whose OS is too old is blocked only if the rule says so",
            "An App Store release that this OS cannot run is not offered instead of the beta",
            "Latest counts only what this OS can install")
    }

    @Test func `The release of another storefront is never required`() throws {
        try check(
            "An offer of another storefront cannot be installed", "A lookup response applies to its storefront only",
            "Storefront unknown: not required if a known one does not have it")
    }

    @Test func `An unreadable rule does not discard the whole manifest`() throws {
        let text = """
            {"schema": 1, "future": {}, "catalog": {"schema": 1, "releases": [7, {"version": "oops", "offers": []},
            {"version": "2.0", "offers": [{"channel": "appstore"}, {"channel": 9}]}]}, "policy": {"schema": 1,
            "appleID": 1, "rules": [{"id": "bad", "when": {"version": 1.4}, "update": "required"},
            {"id": "good", "when": {"version": "<1.5"}, "update": "required"}]}}
            """
        let manifest = try ManifestReader.read(json: text.utf8)
        let decision = decide(manifest, for: Installation(version: "1.0", channel: .appstore), at: now)
        #expect(decision.rule == "good")
        #expect(decision.update?.version?.description == "2.0")
        // The strict reader reports the same mistakes as errors.
        #expect(throws: FindingsError.self) {
            try Policy(json: #"{"schema": 1, "rules": [{"when": {"version": 1.4}, "update": "required"}]}"#.utf8)
        }
    }

    @Test func `An older catalog does not make an older version the update`() throws {
        let fresh = Catalog(releases: [try release("2.2.1")])
        let stale = Catalog(releases: [try release("2.2.0")])
        for catalog in [Catalog(merging: [fresh, stale]), Catalog(merging: [stale, fresh])] {
            let manifest = Manifest(policy: try policy(#"{"version": "<2"}"#), catalog: catalog)
            let decision = decide(manifest, for: Installation(version: "1.0", channel: .appstore), at: now)
            #expect(decision.update?.version?.description == "2.2.1")
        }
    }

    @Test func `An empty lookup response leaves the newest release unknown`() throws {
        try check("Without any catalog latest is undecided", "Without any release and any URL there is no evidence")
        let manifest = Manifest(policy: try policy(#"{"not": {"version": "<latest"}}"#, "none"))
        let decision = decide(manifest, for: Installation(version: "1.0", channel: .appstore), at: now)
        #expect(decision.reason == .noRule, "the copy passes for the newest")
        #expect(decision.newest == nil)
    }
}
