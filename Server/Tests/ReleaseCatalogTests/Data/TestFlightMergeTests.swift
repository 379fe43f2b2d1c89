import AirworthyPolicy
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
    func `the audiences of a build follow from its usability and its two states alone`(_ state: State) throws {
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
                (merged.newestBuild(for: audience, platform: .ios, at: t0) != nil) == state.audiences.contains(audience)
            )
            let isOffered = merged.offer("2.0", on: .testflight(audience))?.state == .live
            let isOver = state.daysLeft.map { $0 < 0 } ?? false
            #expect(isOffered == (state.audiences.contains(audience) || isOver))
        }
        #expect((merged.offer("2.0", on: .testflight(.external))?.state == .inReview) == state.isInReview)
    }

    @Test func `equal build numbers on two platforms are two builds`() {
        let merged = ReleaseData.after(
            (.listing([build("310", on: .ios), build("310", on: .macos, external: nil)]), 0)
        ).merged()
        #expect(merged.builds.count == 2)
        #expect(merged.builds(matching: "310", platform: .ios)?.builds.map(\.platform) == [.ios])
        #expect(merged.builds(matching: "310", platform: .macos)?.builds.map(\.platform) == [.macos])
        #expect(merged.newestBuild(for: .external, platform: .macos, at: t0) == nil)
        #expect(merged.newestBuild(for: .external, platform: .ios, at: t0)?.number == number("310"))
    }

    @Test func `a build without groups is still available`() {
        let merged = ReleaseData.after((.listing([build("310")]), 0)).merged()
        #expect(merged.offer("2.0", on: .testflight(.internal))?.groups == nil)
        #expect(merged.newestBuild(for: .internal, platform: .ios, at: t0) != nil)
    }

    @Test func `each audience's offer names its own groups by id`() {
        let item = build("310") { item in
            item.groups = [
                .init(id: "g1", name: "Team", isInternal: true),
                .init(id: "g2", name: "Friends", isInternal: false, publicLink: "https://testflight.apple.com/join/x"),
            ]
        }
        let merged = ReleaseData.after((.listing([item]), 0)).merged()
        #expect(merged.offer("2.0", on: .testflight(.internal))?.groups == ["g1"])
        #expect(merged.offer("2.0", on: .testflight(.external))?.groups == ["g2"])
        #expect(merged.builds.first?.publicLink == "https://testflight.apple.com/join/x")
    }

    @Test func `the newest build is the highest by version and then by number, not the latest upload`() {
        let merged = ReleaseData.after(
            (
                .listing([
                    build("9", version: "1.10", uploadedAt: t0.addingTimeInterval(-5 * day)),
                    build("10", version: "1.10", uploadedAt: t0.addingTimeInterval(-6 * day)),
                    build("400", version: "1.9", uploadedAt: t0.addingTimeInterval(-1 * day)),
                ]), 0
            )
        ).merged()
        #expect(merged.newestBuild(for: .internal, platform: .ios, at: t0)?.number == number("10"))
        #expect(merged.catalog.releases.map { $0.build?.description } == ["10", "9", "400"])
    }

    @Test func `a search text is a marketing version first and a build number second`() throws {
        // A small app that numbers its builds 1, 2, 3.
        let merged = ReleaseData.after(
            (.listing([build("1", version: "1.0"), build("2", version: "1.1"), build("3", version: "2.0")]), 0)
        )
        .merged()
        for text in ["2.0", "2", "2.0.0.0"] {
            let version = try #require(merged.builds(matching: text, platform: .ios))
            #expect(version.matchedBy == .version && version.builds.map(\.number?.description) == ["3"])
        }
        let number = try #require(merged.builds(matching: "3", platform: .ios))
        #expect(number.matchedBy == .build && number.builds.map(\.version.description) == ["2.0"])
        #expect(merged.builds(matching: "9.9", platform: .ios) == nil)
        #expect(merged.builds(matching: "what", platform: .ios) == nil)
    }

    @Test func `a build is dropped after two complete listings without it`() {
        var data = ReleaseData.after((.listing([build("310"), build("311")]), 0))
        data.observe(.listing([build("311")], isComplete: false), at: 300)
        data.observe(.listing([build("311")], isComplete: false), at: 600)
        data.observe(.listing([build("311")]), at: 900)
        #expect(data.merged([], at: 900).builds.count == 2)
        data.observe(.listing([build("310"), build("311")]), at: 1_200)
        data.observe(.listing([build("311")]), at: 1_500)
        #expect(data.merged([], at: 1_500).builds.count == 2, "it came back in between")
        data.observe(.listing([build("311")]), at: 1_800)
        #expect(data.merged([], at: 1_800).builds.map(\.number?.description) == ["311"])
    }

    @Test func `a listed but unreadable build is not dropped`() {
        var data = ReleaseData.after((.listing([build("310")]), 0))
        var listing = ConnectListing(builds: [], versions: [])
        listing.unreadable = ["ios-310"]
        for round in 1...5 { data.observe(.connect(listing), at: Double(round) * 300) }
        #expect(data.merged([], at: 1_800).builds.count == 1)
    }

    @Test func `an expired build is still found, without audiences`() {
        var data = ReleaseData.after((.listing([build("310")]), 0))
        let expired = build("310", internal: "EXPIRED", external: "EXPIRED") { $0.isExpired = true }
        data.observe(.listing([expired]), at: hour)
        let merged = data.merged([], at: 2 * hour)
        let found = merged.builds(matching: "310", platform: .ios)?.builds.first
        #expect(found?.audiences(at: t0.addingTimeInterval(2 * hour)) == [])
        #expect(found?.isExpired(at: t0.addingTimeInterval(2 * hour)) == true)
        // Installations of the build learn when it ended.
        #expect(merged.offer("2.0", on: .testflight(.external))?.expiresAt == t0.addingTimeInterval(hour))
    }

    @Test func `builds older than 120 days are dropped`() {
        var data = ReleaseData.after((.listing([build("310", uploadedAt: t0.addingTimeInterval(-89 * day))]), 0))
        #expect(data.merged().builds.count == 1)
        data.observe(.listing([], isComplete: false), at: 40 * day)
        #expect(data.merged([], at: 40 * day).builds.isEmpty)
    }

    @Test func `a build expires without a new observation, and the merge names the time`() {
        let merged = ReleaseData.after((.listing([build("310")]), 0)).merged()
        #expect(merged.nextChange == t0.addingTimeInterval(80 * day))
        #expect(merged.newestBuild(for: .internal, platform: .ios, at: t0.addingTimeInterval(81 * day)) == nil)
    }

    @Test func `an import replaces missing data of App Store Connect and fills in unknown attributes`() {
        let imported = catalog(
            """
            {"platform": "ios", "version": "2.0", "build": "310", "minimumOS": "17.0",
             "offers": [{"channel": "testflight", "notes": {"en": "Try tags"}}]},
            {"platform": "ios", "version": "1.0", "build": "1", "offers": [{"channel": "testflight.internal"}]}
            """)
        var data = ReleaseData.after((.manual(imported), 0))
        #expect(
            data.merged().newestBuild(for: .external, platform: .ios, at: t0)?.importedAudiences == [
                .internal, .external,
            ])
        #expect(data.merged().builds.count == 2)
        data.observe(.listing([build("310") { $0.minimumOS = version("16.0") }]))
        let merged = data.merged()
        #expect(merged.builds.map(\.number?.description) == ["310"])
        #expect(merged.builds.first?.minimumOS == version("17.0"))
        #expect(merged.builds.first?.notes?.texts == ["en": "Try tags"])
        #expect(merged.builds.first?.id == "ios-310")
    }
}
