import Airworthy
import AirworthyPolicy
import Foundation
import Testing

/// The calls of an app, as in the README.
@Suite(.timeLimit(.minutes(5))) struct CallSiteTests {
    private let world = FakeWorld()

    @Test func `a client with a config.json offers a decision, a channel and features`() async {
        world.serve(Samples.config, at: Samples.files)
        let airworthy = world.launch(.config(Samples.configURL), version: "1.5")
        let owner = Task { await airworthy.run() }

        let decision = await airworthy.launchDecision(timeout: 3)

        #expect(decision.status == .required)
        #expect(decision.blocking)
        #expect(decision.update?.url == "https://apps.apple.com/app/id42")
        #expect(!airworthy.channel.isDeveloper)
        #expect(!airworthy.isEnabled("new-editor"))
        owner.cancel()
        await owner.value
    }

    @Test func `a client without rules recommends the App Store's newest version`() async {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let airworthy = world.launch(.appStore(id: 42, country: "JP"), version: "1.5", storefront: "JP")
        let check = await airworthy.check()

        guard case .available(let update) = check.outcome else {
            Issue.record("there is 2.0, but the check says \(check.outcome)")
            return
        }
        #expect(update.version?.description == "2.0")
        #expect(airworthy.decision.status == .recommended)
        #expect(!airworthy.decision.blocking)
        let now = Int(world.now.timeIntervalSince1970)
        #expect(
            world.requests.map(\.url.absoluteString) == ["https://itunes.apple.com/lookup?id=42&country=jp&_=\(now)"])
    }

    @Test func `rules in code require an update only once the lookup has found one`() async throws {
        world.serve(Samples.lookup("2.0"), at: Samples.appStore)
        let rules = try Policy(
            json: Array(
                """
                {"schema": 1, "appleID": 42, "rules": [{"when": {"version": "<1.8"}, "update": "required"}],
                "features": {"tabs": {"default": 3}}}
                """.utf8))
        let setup = Airworthy.Setup(policy: [.rules(rules)], releases: .appStore(id: 42))
        let old = world.launch(setup, version: "1.5", storefront: "JP")
        let unproved = old.decision
        #expect(unproved.status == .requiredUnavailable, "nobody has seen an update yet")
        _ = await old.check()
        #expect(old.decision.status == .required)
        #expect(old.value(for: "tabs", default: 1) == 3)
        #expect(old.snapshot().value(for: "tabs", default: 1) == 3)

        let newer = world.launch(setup, version: "1.9", storefront: "JP")
        #expect(newer.decision.status == .ok)
    }

    @Test func `decisions delivers the decision of the first refresh`() async {
        world.serve(Samples.config, at: Samples.files)
        let airworthy = world.launch(.config(Samples.configURL), version: "1.5")
        let seen = Task {
            var seen: [Decision.Status] = []
            for await decision in airworthy.decisions {
                seen.append(decision.status)
                if decision.blocking { break }
            }
            return seen
        }
        let owner = Task { await airworthy.run() }
        #expect(await seen.value.last == .required)
        owner.cancel()
        await owner.value
    }

    @Test func `both public initialisers work with a set-up and options alone`() {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = Airworthy.Options(
            installation: Installation(version: "1.0", channel: .appstore), folder: folder, transport: world.transport)
        let one = Airworthy(.appStore(id: 42), options: options)
        let two = Airworthy(
            policy: .config(Samples.configURL), .newestRelease, releases: .appStore(id: 42), options: options)
        #expect(one.decision.status == .ok)
        #expect(two.decision.status == .ok)
        #expect(one.installation.installID == two.installation.installID, "both read one store")
    }
}
