import AirworthyPolicy
import AppStoreConnect
import Foundation
import Testing

@testable import ReleaseCatalog

@Suite struct TestFlightMergeTests {
    struct State: CustomTestStringConvertible {
        var name: String
        var processing: String? = "VALID"
        var isExpired = false
        var daysLeft: Double? = 80
        var type: String? = "APP_STORE_ELIGIBLE"
        var internalState: String?
        var externalState: String?
        var audiences: [Channel.Audience] = []
        var isInReview = false

        var testDescription: String { name }

        static let all: [State] = [
            State(
                name: "both", internalState: "IN_BETA_TESTING", externalState: "IN_BETA_TESTING",
                audiences: [.internal, .external]),
            State(
                name: "internal only", type: "INTERNAL_ONLY", internalState: "IN_BETA_TESTING",
                externalState: "NOT_APPLICABLE", audiences: [.internal]),
            State(
                name: "internal only never reaches external testers", type: "INTERNAL_ONLY",
                internalState: "IN_BETA_TESTING", externalState: "IN_BETA_TESTING", audiences: [.internal]),
            State(
                name: "external only", internalState: "READY_FOR_BETA_TESTING", externalState: "IN_BETA_TESTING",
                audiences: [.external]),
            State(
                name: "eligible is not external", internalState: "IN_BETA_TESTING",
                externalState: "READY_FOR_BETA_SUBMISSION", audiences: [.internal]),
            State(
                name: "waiting for review", internalState: "IN_BETA_TESTING", externalState: "WAITING_FOR_BETA_REVIEW",
                audiences: [.internal], isInReview: true),
            State(
                name: "in review", internalState: "IN_BETA_TESTING", externalState: "IN_BETA_REVIEW",
                audiences: [.internal], isInReview: true),
            State(
                name: "approved, not started", internalState: "IN_BETA_TESTING", externalState: "BETA_APPROVED",
                audiences: [.internal], isInReview: true),
            State(
                name: "rejected", internalState: "IN_BETA_TESTING", externalState: "BETA_REJECTED",
                audiences: [.internal]),
            State(
                name: "unknown type", type: nil, internalState: "IN_BETA_TESTING", externalState: "IN_BETA_TESTING",
                audiences: [.internal, .external]),
            State(name: "states of next year", internalState: "IN_TWILIGHT", externalState: "IN_ORBIT"),
            State(name: "nothing told", processing: nil, type: nil),
            State(
                name: "processing though it says testing", processing: "PROCESSING",
                internalState: "IN_BETA_TESTING", externalState: "IN_BETA_TESTING"),
            State(
                name: "valid, yet missing compliance", internalState: "MISSING_EXPORT_COMPLIANCE",
                externalState: "MISSING_EXPORT_COMPLIANCE"),
            State(
                name: "expired by hand", isExpired: true, internalState: "IN_BETA_TESTING",
                externalState: "IN_BETA_TESTING"),
            State(
                name: "expired by time", daysLeft: -1, internalState: "IN_BETA_TESTING",
                externalState: "IN_BETA_TESTING"),
            State(
                name: "no expiry told", daysLeft: nil, internalState: "IN_BETA_TESTING",
                externalState: "IN_BETA_TESTING", audiences: [.internal, .external]),
        ]
    }

    @Test(arguments: State.all)
    func `who has a build follows from usability and the two states alone`(_ state: State) throws {
        let item = build("310") { item in
            item.processingState = state.processing
            item.isExpired = state.isExpired
            item.expiresAt = state.daysLeft.map { t0.addingTimeInterval($0 * day) }
            item.audienceType = state.type
            item.internalState = state.internalState
            item.externalState = state.externalState
        }
        let merged = ReleaseData.after((.listing([item]), 0)).merged()
        let found = try #require(merged.builds.first)
        #expect(found.audiences(at: t0) == state.audiences)
        #expect(found.internalState == state.internalState)
        #expect(found.externalState == state.externalState)
        for audience in Channel.Audience.allCases {
            #expect(
                (merged.newest(for: audience, platform: .ios, at: t0) != nil) == state.audiences.contains(audience))
            let isOffered = merged.offer("2.0", .testflight(audience))?.state == .live
            let isOver = state.daysLeft.map { $0 < 0 } ?? false
            #expect(isOffered == (state.audiences.contains(audience) || isOver))
        }
        #expect((merged.offer("2.0", .testflight(.external))?.state == .inReview) == state.isInReview)
    }

    @Test func `equal build numbers on two platforms are two builds`() {
        let merged = ReleaseData.after(
            (.listing([build("310", on: .ios), build("310", on: .macos, external: nil)]), 0)
        ).merged()
        #expect(merged.builds.count == 2)
        #expect(merged.builds(matching: "310", platform: nil)?.builds.count == 2)
        #expect(merged.builds(matching: "310", platform: .macos)?.builds.map(\.platform) == [.macos])
        #expect(merged.newest(for: .external, platform: .macos, at: t0) == nil)
        #expect(merged.newest(for: .external, platform: .ios, at: t0)?.number == number("310"))
    }

    @Test func `empty groups are unknown groups, never nobody`() {
        let merged = ReleaseData.after((.listing([build("310")]), 0)).merged()
        #expect(merged.offer("2.0", .testflight(.internal))?.groups == nil)
        #expect(merged.newest(for: .internal, platform: .ios, at: t0) != nil)
    }

    @Test func `each audience is told its own groups by id`() {
        let item = build("310") { item in
            item.groups = [
                .init(id: "g1", name: "Team", isInternal: true),
                .init(id: "g2", name: "Friends", isInternal: false, publicLink: "https://testflight.apple.com/join/x"),
            ]
        }
        let merged = ReleaseData.after((.listing([item]), 0)).merged()
        #expect(merged.offer("2.0", .testflight(.internal))?.groups == ["g1"])
        #expect(merged.offer("2.0", .testflight(.external))?.groups == ["g2"])
        #expect(merged.builds.first?.publicLink == "https://testflight.apple.com/join/x")
    }

    @Test func `the newest is by version and then by build, not by upload or as text`() {
        let merged = ReleaseData.after(
            (
                .listing([
                    build("9", "1.10", uploadedAt: t0.addingTimeInterval(-5 * day)),
                    build("10", "1.10", uploadedAt: t0.addingTimeInterval(-6 * day)),
                    build("400", "1.9", uploadedAt: t0.addingTimeInterval(-1 * day)),
                ]), 0
            )
        ).merged()
        #expect(merged.newest(for: .internal, platform: .ios, at: t0)?.number == number("10"))
        #expect(merged.catalog.releases.map { $0.build?.description } == ["10", "9", "400"])
    }

    @Test func `a text is a build number first and a marketing version second`() throws {
        let merged = ReleaseData.after((.listing([build("2", "3.0"), build("310", "2.0"), build("311", "2.0")]), 0))
            .merged()
        let number = try #require(merged.builds(matching: "2", platform: .ios))
        #expect(number.matchedBy == .build && number.builds.map(\.version.description) == ["3.0"])
        let marketing = try #require(merged.builds(matching: "2.0.0.0", platform: .ios))
        #expect(marketing.matchedBy == .build)
        let other = try #require(merged.builds(matching: "3.0", platform: .ios))
        #expect(other.matchedBy == .version && other.builds.map(\.number?.description) == ["2"])
        #expect(merged.builds(matching: "9.9", platform: .ios) == nil)
        #expect(merged.builds(matching: "what", platform: .ios) == nil)
    }

    @Test func `a build is gone only after two complete listings without it`() {
        var data = ReleaseData.after((.listing([build("310"), build("311")]), 0))
        data.hear(.listing([build("311")], isComplete: false), 300)
        data.hear(.listing([build("311")], isComplete: false), 600)
        data.hear(.listing([build("311")]), 900)
        #expect(data.merged([], 900).builds.count == 2)
        data.hear(.listing([build("310"), build("311")]), 1_200)
        data.hear(.listing([build("311")]), 1_500)
        #expect(data.merged([], 1_500).builds.count == 2, "it came back in between")
        data.hear(.listing([build("311")]), 1_800)
        #expect(data.merged([], 1_800).builds.map(\.number?.description) == ["311"])
    }

    @Test func `what was listed but could not be read is not missing`() {
        var data = ReleaseData.after((.listing([build("310")]), 0))
        var listing = ConnectListing(builds: [], versions: [])
        listing.unreadable = ["ios-310"]
        for round in 1...5 { data.hear(.connect(listing), Double(round) * 300) }
        #expect(data.merged([], 1_800).builds.count == 1)
    }

    @Test func `a build that expired is still answered, by nobody's hands`() {
        var data = ReleaseData.after((.listing([build("310")]), 0))
        let expired = build("310", internal: "EXPIRED", external: "EXPIRED") { $0.isExpired = true }
        data.hear(.listing([expired]), hour)
        let merged = data.merged([], 2 * hour)
        let found = merged.builds(matching: "310", platform: .ios)?.builds.first
        #expect(found?.audiences(at: t0.addingTimeInterval(2 * hour)) == [])
        #expect(found?.isExpired(at: t0.addingTimeInterval(2 * hour)) == true)
        // The copies that are out there are told when it ended.
        #expect(merged.offer("2.0", .testflight(.external))?.expiresAt == t0.addingTimeInterval(hour))
    }

    @Test func `builds beyond the life of a beta drop out`() {
        var data = ReleaseData.after((.listing([build("310", uploadedAt: t0.addingTimeInterval(-89 * day))]), 0))
        #expect(data.merged().builds.count == 1)
        data.hear(.listing([], isComplete: false), 40 * day)
        #expect(data.merged([], 40 * day).builds.isEmpty)
    }

    @Test func `time alone takes a build away, and the merge says when`() {
        let merged = ReleaseData.after((.listing([build("310")]), 0)).merged()
        #expect(merged.nextChange == t0.addingTimeInterval(80 * day))
        #expect(merged.newest(for: .internal, platform: .ios, at: t0.addingTimeInterval(81 * day)) == nil)
    }

    @Test func `an import stands in for App Store Connect and fills in what that does not tell`() {
        let imported = catalog(
            """
            {"platform": "ios", "version": "2.0", "build": "310", "minimumOS": "17.0",
             "offers": [{"channel": "testflight", "notes": {"en": "Try tags"}}]},
            {"platform": "ios", "version": "1.0", "build": "1", "offers": [{"channel": "testflight.internal"}]}
            """)
        var data = ReleaseData.after((.manual(imported), 0))
        #expect(
            data.merged().newest(for: .external, platform: .ios, at: t0)?.importedAudiences == [.internal, .external])
        #expect(data.merged().builds.count == 2)
        data.hear(.listing([build("310") { $0.minimumOS = version("16.0") }]))
        let merged = data.merged()
        #expect(merged.builds.map(\.number?.description) == ["310"])
        #expect(merged.builds.first?.minimumOS == version("17.0"))
        #expect(merged.builds.first?.notes?.texts == ["en": "Try tags"])
        #expect(merged.builds.first?.id == "ios-310")
    }
}
