import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Events, refreshes, mistakes and imports, as an app uses them.
@Suite(.timeLimit(.minutes(5))) struct AppStories {
    private let world = FakeWorld()

    // MARK: Mistakes

    @Test(arguments: [
        (Airworthy.Setup.config(URL(string: "http://files.example.com/config.json")!), "is not https"),
        (.json(URL(string: "http://files.example.com/own.json")!) { _ in Policy(rules: []) }, "is not https"),
        (.server(URL(string: "http://updates.example.com")!, app: "tour", roots: [root, root]), "is not https"),
        (.server(Samples.server, app: "tour", roots: [root, "no key"]), "roots[1] is not a key"),
        (.bundled(Data(), app: "tour", roots: []), "No root key can be read"),
        (.appStore(id: 42, country: "Japan"), "is not two or three letters"),
        (Airworthy.Setup(policy: [.rules(Policy { Require("2..2") })]), "the rule rule-1"),
        (
            Airworthy.Setup(policy: [], releases: .appStore(id: nil, country: nil, bundleID: nil)),
            "has no bundle id"
        ),
    ])
    func `a mistake in the app's code is an event, a fault in the log and a line of the summary`(
        _ setup: Airworthy.Setup, _ part: String
    ) async {
        let client = world.launch(setup)
        let mistakes = await reportedEvents(of: client).compactMap { event -> String? in
            if case .misconfigured(let mistake) = event { mistake } else { nil }
        }
        #expect(mistakes.contains { $0.contains(part) })
        #expect(world.logged.contains { $0.hasPrefix("fault: ") && $0.contains(part) })
        #expect(client.summary.split(separator: "\n").contains { $0.hasPrefix("mistake: ") && $0.contains(part) })
    }

    private static let root = "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="

    @Test(arguments: [
        Airworthy.Setup.config(Samples.configURL), .appStore(id: 42, country: "JPN"),
        .server(URL(string: "http://127.0.0.1:8080")!, app: "tour", roots: [root]),
        .config(URL(string: "http://127.0.0.1:8077/config.json")!),
    ])
    func `a good set-up reports no mistake`(_ setup: Airworthy.Setup) {
        let client = world.launch(setup)
        #expect(world.logged == [] && !client.summary.contains("mistake"))
    }

    @Test func `a debug build fetches an unsigned file from its own machine over http`() async {
        let file = #"{"url": "https://apps.apple.com/app/id1", "version": "1.0", "minimum_version": "1.0"}"#
        world.serve(Array(file.utf8), at: "127.0.0.1")
        let airworthy = world.launch(.config(URL(string: "http://127.0.0.1:8077/config.json")!))
        await world.running(airworthy) {
            await airworthy.launchSettled()
            #expect(
                world.requests.count == 1 && airworthy.policyStatus.source != .none,
                "\(airworthy.summary) \(world.logged)")
        }
    }

    // MARK: Events

    @Test func `the app's function receives each event from the first one on`() async {
        let names = Locked<[String]>([])
        var options = Airworthy.Options(
            installation: Installation(version: "1.5", channel: .appstore), transport: world.transport)
        options.onEvent = { event in names.withLock { $0.append(event.name) } }
        let client = Airworthy(
            .config(URL(string: "http://files.example.com/config.json")!), options: options,
            environment: world.environment, store: world.store)
        client.didShow(Presentation(.maintenance(until: .distantPast, isRechecking: false)))
        #expect(names.withLock { $0 } == ["misconfigured", "blocked"])
    }

    @Test func `an event has a name and parameters for analytics`() {
        var decision = Decision(.recommended, for: Installation(version: "1.5", channel: .testflight(.external)))
        decision.rule = "nudge"
        decision.update = Decision.Update(version: try? AppVersion("2.0"), url: nil)
        let event = AirworthyEvent.answered(.later, decision)
        #expect(event.name == "answered")
        #expect(
            event.parameters == [
                "answer": "later", "status": "recommended", "reason": "matched", "rule": "nudge",
                "channel": "testflight.external", "installed": "1.5", "update": "2.0",
            ])
        #expect(
            AirworthyEvent.exposed(feature: "columns", value: 3).parameters == ["feature": "columns", "value": "3"])
    }

    @Test func `a feature is reported when it is used for the first time, and when its value has changed`() async throws
    {
        let rules = try Policy(
            json: Array(#"{"schema": 1, "rules": [], "features": {"columns": {"default": 2}}}"#.utf8))
        let client = world.launch(Airworthy.Setup(policy: [.rules(rules)]))
        for _ in 0..<3 { #expect(client.value(for: "columns", default: 1) == 2) }
        #expect(!client.isEnabled("unknown"))
        client.overrideFeature("columns", with: 5)
        #expect(client.value(for: FeatureKey("columns", default: 1)) == 5)
        #expect(
            await reportedEvents(of: client) == [
                .exposed(feature: "columns", value: 2), .exposed(feature: "columns", value: 5),
            ])
    }

    // MARK: Refreshing

    @Test func `a refresh for a push says whether the decision has changed`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(.config(Samples.configURL))
        #expect(await client.refresh() == .changed)
        #expect(await client.refresh() == .unchanged)
        world.disconnect(Samples.files)
        #expect(await client.refresh() == .failed)
        #expect(world.requests.count == 3)
    }

    @Test func `a refresh for a push asks the App Store on schedule only`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let client = world.launch(.appStore(id: 42, country: "JP"))
        #expect(await client.refresh() == .changed)
        #expect(await client.refresh() == .unchanged)
        #expect(world.requests.count == 1)
    }

    @Test func `a header of the app's own server makes the client look again, once a minute`() async throws {
        world.serve(Samples.config(minimum: "1.0"), at: Samples.files)
        let client = world.launch(.config(Samples.configURL))
        _ = await client.check()
        world.serve(Samples.config, at: Samples.files)
        let url = try #require(URL(string: "https://api.example.com"))
        let plain = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["X": "1"]))
        let asking = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["airworthy-recheck": "1"]))
        client.didReceive(plain)
        #expect(world.sleeping.isEmpty)

        for _ in 0..<3 { client.didReceive(asking) }
        // Random 0.5 of ten seconds.
        await wait { world.sleeping == [5] }
        world.pass(5)
        // Until the refresh has ended, the client ignores further responses.
        await wait {
            client.didReceive(asking)
            return world.sleeping == [5]
        }
        #expect(world.requests.count == 1, "the last refresh is less than a minute ago")

        world.pass(60)
        for await decision in client.decisions where decision.blocking { break }
        #expect(world.requests.count == 2)
    }

    // MARK: Moving

    @Test func `a version that was skipped in Siren stays skipped`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let setup = Airworthy.Setup.appStore(id: 42, country: "JP")
        let client = world.launch(setup, storefront: "JP")
        #expect(client.importAnswers(of: .siren) { $0 == "StoredSkippedVersion" ? "2.0" : nil })
        _ = await client.refresh()
        #expect(client.presentation(.launch).content == .nothing(.skipped))
        world.serve(Samples.lookup("2.1"), at: Samples.appStore)
        world.pass(86_400)
        _ = await client.check()
        #expect(client.presentation(.launch).content != .nothing(.skipped))
        #expect(!client.importAnswers(of: .siren) { _ in "2.1" }, "it was imported before")
    }

    @Test(arguments: [
        (Airworthy.FormerLibrary.siren, ["StoredVersionCheckDate": date("2026-11-20T08:00:00Z") as any Sendable]),
        (
            .upgrader,
            ["flutter.lastTimeAlerted": "2026-11-20 08:00:00.000000", "flutter.lastVersionAlerted": "2.0"]
        ),
    ])
    func `a prompt that another library showed today counts`(
        _ library: Airworthy.FormerLibrary, _ values: [String: any Sendable]
    ) async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let client = world.launch(.appStore(id: 42, country: "JP"), storefront: "JP")
        client.importAnswers(of: library) { values[$0] }
        _ = await client.refresh()
        #expect(client.presentation(.launch).content == .nothing(.answered))
        world.pass(86_400)
        #expect(client.presentation(.foreground).content != .nothing(.answered))
    }

    @Test func `values of another type are not imported`() {
        let client = world.launch(.appStore(id: 42, country: "JP"))
        #expect(!client.importAnswers(of: .siren) { _ in 7 })
        #expect(!client.importAnswers(of: .upgrader) { _ in "" })
    }
}
