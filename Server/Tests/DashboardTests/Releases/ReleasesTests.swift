import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog
import Testing

@testable import Dashboard

@Suite("The page of releases", .timeLimit(.minutes(5))) struct ReleasesTests {
    private static let path = "/apps/{app}/releases"

    private func model(
        of kit: PageKit, sources: [SourceStatus] = [], rights: Rights = .all, entry: WithdrawalForm.Entry? = nil
    ) throws -> ReleasesModel {
        ReleasesModel(try kit.app, sources: sources, rights: rights, entry: entry, now: kit.now)
    }

    private func learnt() async throws -> PageKit {
        let kit = try await PageKit()
        let lookup = Samples.release(publishedAt: kit.now.addingTimeInterval(-7 * 86_400))
        for observation in [.connect(Samples.listing(at: kit.now)), .lookup(Samples.storefront("US"), lookup)]
            as [Observation]
        {
            try await kit.plane.catalogs.record(observation, for: "hashtags", at: kit.now)
        }
        return kit
    }

    @Test("an app without releases shows what to do first") func nothingKnown() async throws {
        let kit = try await PageKit()
        let model = try model(of: kit)
        #expect(model.store.isEmpty && model.builds.isEmpty && model.sources.isEmpty && model.withdrawal == nil)
        #expect(model.age == nil && !model.isStale && !model.isPolled)
        let html = try await kit.html(Self.path)
        #expect(html.contains("airworthy catalog import") && html.contains("There is no release to withdraw"))
        #expect(!html.contains("Ask Apple now"))
    }

    @Test("the board shows who has which build, and which one Apple reviews") func board() async throws {
        let kit = try await learnt()
        let model = try model(of: kit)
        #expect(model.builds.map(\.build) == ["322", "321"])
        #expect(model.builds.map(\.internalState.text) == ["testing", "ready, no group has it"])
        #expect(model.builds.map(\.externalState.text) == ["waiting for beta review", "testing"])
        #expect(model.builds.map(\.expiry?.text) == ["expires in 88 days", "expires in 86 days"])
        #expect(model.builds.map(\.groups) == ["team", "friends"])
        #expect(model.audiences.map(\.version) == ["2.3.0 (322)", "2.3.0 (321)"])
        #expect(model.audiences.last?.detail == "expires in 86 days; then 2.3.0 (322), after Apple’s review")
        #expect(model.store.map(\.version) == ["2.2.1"])
        #expect(model.store.first?.place == "All storefronts" && model.store.first?.source == "App Store Connect")
    }

    @Test("names of tester groups are shown only with the right to see all details") func groups() async throws {
        let kit = try await learnt()
        #expect(try model(of: kit, rights: [.read]).builds.map(\.groups) == ["1 group", "1 group"])
        #expect(try await !kit.html(Self.path, rights: [.read]).contains("friends"))
    }

    @Test("a session without the right to change catalogs sees a sentence instead of buttons")
    func noRight() async throws {
        let kit = try await learnt()
        #expect(try model(of: kit, rights: [.read]).withdrawal == nil)
        let html = try await kit.html(Self.path, rights: [.read])
        #expect(html.contains("lacks the right <code>catalog</code>"))
        #expect(!html.contains("/releases/withdraw") && !html.contains("Ask Apple now"))
    }

    @Test("a build that expires within two weeks is marked, and an expired one says so") func expiry() async throws {
        let kit = try await learnt()
        kit.server.clock.advance(days: 80)
        #expect(try model(of: kit).builds.map(\.expiry?.text) == ["expires in 8 days", "expires in 6 days"])
        #expect(try model(of: kit).builds.map(\.expiry?.style) == ["warn", "warn"])
        kit.server.clock.advance(days: 7)
        #expect(try model(of: kit).builds.map(\.expiry?.text) == ["expires in 24 hours", "expired"])
        #expect(try model(of: kit).builds.last?.externalState.text == "expired")
        #expect(try model(of: kit).audiences.map(\.version) == ["2.3.0 (322)", "none"])
    }

    @Test(
        "a phased release shows its day and the share of that day",
        arguments: [
            ("active", 1, "phased release, day 1 of 7: 1\u{A0}%"),
            ("active", 4, "phased release, day 4 of 7: 10\u{A0}%"),
            ("active", 7, "phased release, day 7 of 7: 100\u{A0}%"),
            ("active", 0, "phased release, day 0 of 7: 1\u{A0}%"),
            ("active", nil, "phased release"), ("paused", 3, "phased release paused"), ("complete", 7, nil),
            ("inactive", nil, nil), ("new", 1, "phased release in an unknown state"),
        ] as [(String, Int?, String?)])
    func phases(state: String, day: Int?, text: String?) {
        #expect(Offer.Phase(state: state, day: day).tag?.text == text)
    }

    @Test("each storefront has one row, together with those that have the same release") func storefronts() throws {
        func release(_ version: String, _ storefronts: [String]?, _ state: Offer.State = .live) throws -> Release {
            Release(
                platform: .ios, version: try AppVersion(version),
                offers: [
                    Offer(
                        channel: .appstore, storefronts: storefronts.map { Set($0.map(Samples.storefront)) },
                        state: state)
                ])
        }
        let app = App(
            slug: "a", bundleID: "b", pins: [], storefronts: ["US", "JP", "DE"].map(Samples.storefront),
            createdAt: FixedClock.start)
        func rows(_ releases: [Release]) -> [String] {
            StoreRow.store(Catalog(releases: releases), of: app, at: FixedClock.start).map {
                "\($0.version): \($0.place)"
            }
        }
        #expect(try rows([release("2.0", nil), release("1.0", nil)]) == ["2.0: All storefronts"])
        #expect(
            try rows([release("3.0", nil, .inReview), release("2.0", ["JP", "FR"]), release("1.0", nil)])
                == ["3.0: Not on sale yet", "2.0: FR, JP", "1.0: All other storefronts"])
        #expect(try rows([release("2.0", ["US"]), release("1.0", ["US", "JP"])]) == ["2.0: US", "1.0: JP"])
        #expect(
            try rows([release("2.0", nil, .withdrawn), release("1.0", nil)]) == [
                "1.0: All storefronts", "2.0: Nowhere",
            ])
        #expect(
            try rows([release("2.0", ["AT", "BE", "CH", "DE", "DK", "ES", "FI", "FR", "GB", "IT"])])
                == ["2.0: AT, BE, CH, DE, DK, ES, FI, FR and 2 more"])
    }

    @Test(
        "Apple's states are shown in words, and unknown ones as Apple writes them",
        arguments: [
            ("IN_BETA_TESTING", "testing", "good"), ("BETA_REJECTED", "rejected by beta review", "bad"),
            ("MISSING_EXPORT_COMPLIANCE", "export compliance missing", "warn"),
            ("SOME_NEW_STATE", "some new state", ""),
            (nil, "unknown", ""),
        ] as [(String?, String, String)])
    func states(state: String?, text: String, style: String) {
        #expect(TestFlightBuild.tag(ofState: state) == Tag(text, style))
    }

    @Test("a source tells its age, and why asking it fails") func sources() async throws {
        let kit = try await learnt()
        let lookup = SourceStatus(
            source: .lookup(Samples.storefront("JP")), interval: .seconds(900), lastAttempt: kit.now,
            problem: "HTTP 503")
        var lines = try model(of: kit, sources: [SourceStatus(source: .connect, interval: .seconds(900)), lookup])
            .sources
        #expect(lines.map(\.name) == ["App Store Connect", "App Store of JP", "App Store of US"])
        #expect(lines.map(\.tag.text) == ["fine", "problem", "fine"])
        #expect(lines.map(\.interval) == ["every 15 minutes", "every 15 minutes", nil])
        #expect(lines[1].problem == "HTTP 503" && lines[1].checked == nil)
        kit.server.clock.advance(minutes: 46)
        lines = try model(of: kit, sources: [SourceStatus(source: .connect, interval: .seconds(900))]).sources
        #expect(lines.map(\.tag.text) == ["out of date", "out of date"])
        #expect(try model(of: kit, sources: [SourceStatus(source: .connect, interval: .seconds(900))]).isStale)
    }

    @Test("notes, groups and problems cannot put markup into the page") func foreignText() async throws {
        var kit = try await PageKit()
        var listing = Samples.listing(at: kit.now)
        listing.builds[0].groups = [BetaGroup(id: "g", name: PageKit.hostile)]
        listing.builds[0].notes = LocalizedText(PageKit.hostile)
        listing.builds[0].externalState = PageKit.hostile
        listing.versions[0].notes = LocalizedText(String(repeating: PageKit.hostile, count: 200))
        _ = try await kit.plane.catalogs.record(.connect(listing), for: "hashtags", at: kit.now)
        kit.surroundings.sources = { _ in
            [SourceStatus(source: .connect, interval: .seconds(1), problem: PageKit.hostile)]
        }
        let html = try await kit.html(Self.path)
        #expect(html.escapesHostileText)
        #expect(html.contains("Ask Apple now"))
    }

    // MARK: Withdrawing

    @Test("a withdrawal needs the version typed, and then takes the release out") func withdraw() async throws {
        let kit = try await learnt()
        let form = [("release", "ios|2.3.0|322"), ("confirm", "2.3")]
        let refused = try await kit(.post, Self.path + "/withdraw", form: form)
        #expect(refused.status == 422 && refused.html.contains("Type the version, 2.3.0, to confirm"))
        #expect(refused.html.contains("value=\"ios|2.3.0|322\" selected") && refused.html.contains("value=\"2.3\""))
        #expect(try kit.app.catalog?.merged.builds.contains { $0.isWithdrawn } == false)
        let done = try await kit(.post, Self.path + "/withdraw", form: [form[0], ("confirm", "2.3.0")])
        #expect(done.next == "/apps/hashtags/releases?done=withdrawn")
        #expect(try kit.app.catalog?.merged.builds.filter(\.isWithdrawn).map(\.number?.description) == ["322"])
        let model = try model(of: kit)
        #expect(model.builds.first?.internalState.text == "withdrawn here" && model.hasWithdrawals)
        let undone = try await kit(.post, Self.path + "/reset")
        #expect(undone.next == "/apps/hashtags/releases?done=withdrawals-undone")
        #expect(try kit.app.catalog?.merged.builds.contains { $0.isWithdrawn } == false)
    }

    @Test("whom a withdrawal would hit is shown on demand, and with a wrong version; nothing is withdrawn")
    func withdrawalEffect() async throws {
        let pages = try await PublishingPages()
        try await pages.checkIn()
        try await pages.server.publish()
        let form = ["release": "ios|2.2.1|310"]
        for (more, status) in [
            (["show": "effect"], 200), (["show": "effect", "confirm": "2.2.1"], 200), (["confirm": "2"], 422),
        ]
            as [([String: String], Int)]
        {
            let answer = try await pages.send(.post, Self.path + "/withdraw", form: form.merging(more) { $1 })
            #expect(answer.status == status)
            #expect(answer.html.contains("Whom it would affect"))
            #expect(answer.html.contains("90 that are blocked now will not be any more"), "\(answer.html)")
            #expect(answer.html.contains("Type the version, 2.2.1, to confirm") == (status == 422))
        }
        let offers = try pages.dashboard.plane.served.app("hashtags").catalog?.catalog.releases.flatMap(\.offers)
        #expect(offers?.map(\.state) == [.live])
    }

    @Test(
        "a release that cannot be read is refused",
        arguments: ["", "ios", "ios|x|1", "ios|1.0|x", "windows|1.0|", "ios|1.0|1|2"])
    func unreadableRelease(release: String) async throws {
        let kit = try await learnt()
        let answer = try await kit(.post, Self.path + "/withdraw", form: [("release", release), ("confirm", "1.0")])
        #expect(answer.status == 422 && answer.html.contains("Choose a release."))
    }

    @Test(
        "asking Apple tells whether every source answered",
        arguments: [
            (SyncReport(outcomes: [.connect: .learnt]), "synced"),
            (SyncReport(outcomes: [.connect: .failed("no")]), "sync-failed"), (SyncReport(), "sync-none"),
            (.forwarded, "sync-forwarded"),
        ])
    func asks(report: SyncReport, result: String) async throws {
        var kit = try await PageKit()
        kit.surroundings.sync = { _ in report }
        let answer = try await kit(.post, Self.path + "/sync")
        #expect(answer.next == "/apps/hashtags/releases?done=\(result)#sources")
        #expect(Notice.text(result) != nil)
    }

    @Test("what devices do not know yet is shown, and published on demand") func waiting() async throws {
        let kit = try await PageKit()
        try await kit.server.publish()
        for external in ["WAITING_FOR_BETA_REVIEW", "IN_BETA_TESTING"] {
            #expect(try await !kit.html(Self.path).contains("Not published yet"))
            let listing = Samples.listing(external: external, at: kit.now)
            try await kit.plane.catalogs.record(.connect(listing), for: "hashtags", at: kit.now)
        }
        let html = try await kit.html(Self.path)
        #expect(html.contains("Not published yet") && html.contains("The next publication is"))
        #expect(html.contains("iOS 2.3.0 (322) is offered on testflight.external.") && html.contains("Publish now"))
        #expect(try await !kit.html(Self.path, rights: [.read]).contains("Publish now"))
        let done = try await kit(.post, Self.path + "/publish")
        #expect(done.next == "/apps/hashtags/releases?done=releases-published")
        #expect(try await !kit.html(Self.path).contains("Not published yet"))
        let again = try await kit(.post, Self.path + "/publish")
        #expect(again.next == "/apps/hashtags/releases?done=releases-published-already")
        for name in ["releases-published", "releases-published-already"] { #expect(Notice.text(name) != nil) }
    }

    @Test("only the right to change catalogs changes anything") func rights() async throws {
        let routes = try await PageKit().dashboard.releasesRoutes
        #expect(routes.filter { $0.method == .get }.map(\.right) == [.read])
        #expect(routes.filter { $0.method == .post }.allSatisfy { $0.right == .catalog })
        #expect(routes.count == 5)
    }
}
