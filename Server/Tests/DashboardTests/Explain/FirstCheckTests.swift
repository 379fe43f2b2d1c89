import AirworthyPolicy
import ControlPlane
import Foundation
import Testing

@testable import Dashboard

@Suite("The first thing to check")
struct FirstCheckTests {
    /// An installation of 2.2.0 by default, the rules and releases, and the sentence.
    struct Case: Sendable {
        let name: String
        var rules = Served.broken
        var releases = Served.newest
        var version = "2.2.0"
        var channel = Channel.appstore
        var os: String? = "iOS 17.4"
        var storefront: String?
        var reported: [ReportedDecision.Parameter: String] = [:]
        let sentence: String?
    }

    private static let sold = #"""
        {"version": "2.2.1", "build": "310", "minimumOS": "16.0",
         "offers": [{"channel": "appstore", "storefronts": ["US", "DE"], "publishedAt": "2026-09-13T00:00:00Z"}]}
        """#
    private static let elsewhere =
        #"{"version": "2.2.0", "build": "300", "offers": [{"channel": "appstore", "storefronts": ["JP"]}]}"#
    private static let withdrawn = Served.newest.replacing(
        #""channel": "appstore","#, with: #""channel": "appstore", "state": "withdrawn","#)
    private static let young = Served.newest.replacing("2026-09-13T00:00:00Z", with: "2026-11-20T06:00:00Z")
    private static let groups = #"""
        {"version": "2.4.0", "build": "330", "offers": [{"channel": "testflight.external", "groups": ["b"]}]},
        {"version": "2.3.0", "build": "321", "offers": [{"channel": "testflight.external", "groups": ["a"]}]},
        {"version": "2.2.0", "build": "300", "offers": [{"channel": "testflight.external", "groups": ["a"]}]}
        """#

    private static let cases: [Case] = [
        Case(
            name: "an old system", os: "iOS 15.8",
            sentence: "The device's iOS 15.8 is older than 16.0, which 2.2.1 (310) needs: nothing is offered."),
        Case(
            name: "another country", releases: sold, storefront: "JP",
            sentence: "2.2.1 (310) is not sold in JP, but in DE and US: nothing is offered."),
        Case(
            name: "an unknown country", releases: sold + "," + elsewhere,
            sentence:
                "The storefront is not known, and 2.2.1 (310) is not sold in all of them: find out the country of the account."
        ),
        Case(
            name: "a withdrawn release", releases: withdrawn,
            sentence: "The newest release 2.2.1 (310) is withdrawn: nothing is offered."),
        Case(
            name: "nothing known on the channel", channel: .web,
            sentence:
                "No release on web is known, so no update to one is required: airworthy catalog sync --app hashtags asks Apple, airworthy catalog import FILE --app hashtags takes releases from a file."
        ),
        Case(
            name: "a release that is too young",
            rules: #"{"id": "r", "when": {"version": "2.2.0"}, "update": "required", "releasedFor": "P1D"}"#,
            releases: young,
            sentence:
                "The release counts only once it has been out for long enough; look again after 21 Nov 2026, 06:00 UTC."
        ),
        Case(
            name: "no rule fits", version: "2.2.1",
            sentence: "The rule broken-migration does not apply, because it is only for version 2.2.0, here 2.2.1."),
        Case(name: "no rules", rules: "", sentence: "The policy has no rules."),
        Case(
            name: "an attribute that is not known",
            rules: #"{"id": "pro", "when": {"attributes": {"plan": "pro"}}, "update": "none"}, \#(Served.broken)"#,
            sentence:
                #"The rule pro may spare it, because whether it is plan = "pro" cannot be said, here absent: find that out first."#
        ),
        Case(
            name: "a rule that exempts it",
            rules: #"{"id": "old", "when": {"version": "<3"}, "update": "none"}, \#(Served.broken)"#,
            sentence: "The rule old exempts it, and stands above the rules that would not."),
        Case(
            name: "a build that is not known",
            rules: #"{"id": "fixed", "when": {"build": "299"}, "update": "none"}, \#(Served.broken)"#,
            sentence:
                "The rule fixed may spare it, because whether it is build 299 cannot be said, here unknown: find that out first."
        ),
        Case(
            name: "a step without a level",
            rules: #"{"id": "r", "when": {"version": "2.2.0"}, "perChange": {"major": "required"}}"#,
            sentence: "The rule r names no level for a step of this size: look at its perChange."),
        Case(
            name: "a debug build", channel: .debug,
            sentence:
                "Debug builds are never blocked. To see the gate in Xcode, add the launch argument -AirworthyDecision required."
        ),
        Case(
            name: "a recommendation",
            rules: #"{"id": "nudge", "when": {"version": "<latest"}, "update": "recommended", "remind": "weekly"}"#,
            sentence:
                "The update is only recommended: a user who has answered is asked again seven days later at the earliest."
        ),
        Case(
            name: "a recommendation every twelve hours",
            rules: #"{"id": "nudge", "when": {"version": "<latest"}, "update": "recommended", "remind": "PT12H"}"#,
            sentence:
                "The update is only recommended: a user who has answered is asked again PT12H later at the earliest."
        ),
        Case(
            name: "a recommendation for each day",
            rules: #"{"id": "nudge", "when": {"version": "<latest"}, "update": "recommended"}"#,
            sentence:
                "The update is only recommended: a user who has answered is asked again on the next day at the earliest."
        ),
        Case(
            name: "a recommendation once",
            rules: #"{"id": "nudge", "when": {"version": "<latest"}, "update": "recommended", "remind": "once"}"#,
            sentence: "The update is only recommended: a user who has answered is not asked again for this release."),
        Case(
            name: "a recommendation at each launch",
            rules: #"{"id": "nudge", "when": {"version": "<latest"}, "update": "recommended", "remind": "always"}"#,
            sentence: "The update is only recommended: the app asks at each launch, and goes on after an answer."),
        Case(
            name: "an older revision on the device", reported: [.status: "ok", .revision: "5"],
            sentence: "The app has revision 5, and 7 is in force: let it fetch, then look again."),
        Case(
            name: "a newer revision on the device", reported: [.status: "ok", .revision: "9"],
            sentence:
                "The app has revision 9, newer than 7 here: it asks another server, or this one was restored from a backup."
        ),
        Case(
            name: "an attribute that the report leaves out",
            rules: #"{"id": "pro", "when": {"attributes": {"plan": "pro"}}, "update": "none"}, \#(Served.broken)"#,
            reported: [.status: "ok", .revision: "7", .attributes: "seats,plan"],
            sentence: "The rule pro asks for the attribute plan, whose value no report has: add it and look again."),
        Case(
            name: "a rollout",
            rules: #"{"id": "some", "when": {"version": "2.2.0", "rollout": 10}, "update": "required"}"#,
            reported: [.status: "required"],
            sentence:
                "The rule some is for a share of the devices, and a report does not say which one it is of: the device may be on either side."
        ),
        Case(
            name: "another decision by the same rules", reported: [.status: "ok", .revision: "7"],
            sentence:
                "The device decides otherwise by the same rules: compare its clock, and the facts that rules ask for."),
        Case(
            name: "the same decision", reported: [.status: "required", .revision: "5"],
            sentence: "2.2.1 (310) can be installed: open https://apps.apple.com/app/id42 on the device."),
    ]

    @Test("each decision names what to look at first", arguments: cases)
    func sentences(_ sample: Case) throws {
        let served = try Served.app(rules: sample.rules, releases: sample.releases)
        var installation = Installation(version: sample.version, channel: sample.channel)
        installation.os = sample.os.flatMap { OperatingSystem($0) }
        installation.storefront = sample.storefront.flatMap { Storefront($0) }
        let explanation = Explanation(
            of: installation, reported: ReportedDecision { sample.reported[$0] }, now: Served.now, app: "hashtags",
            head: try served.head)
        #expect(explanation.firstCheck == sample.sentence, "\(sample.name): \(explanation.decision.reason)")
    }

    @Test("testers are told that a newer build is in another group")
    func otherGroup() throws {
        let served = try Served.app(
            rules:
                #"{"id": "floor", "when": {"version": "<2.3"}, "update": "required", "url": "https://testflight.apple.com/join/a"}"#,
            releases: Self.groups)
        var installation = Installation(version: "2.2.0", channel: .testflight(.external))
        installation.build = try BuildNumber("300")
        let explanation = Explanation(of: installation, now: Served.now, app: "hashtags", head: try served.head)
        #expect(explanation.firstCheck?.hasPrefix("2.4.0 (330) is newer, but not known to be in every group") == true)
    }
}
