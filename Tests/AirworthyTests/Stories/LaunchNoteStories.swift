import Airworthy
import AirworthyPolicy
import Foundation
import Testing

/// The lines in the device's log.
@Suite(.timeLimit(.minutes(1))) struct LaunchNoteStories {
    private let world = FakeWorld()
    private let config = Airworthy.Setup.config(Samples.configURL)

    /// Returns the lines of a launch that is over.
    private func lines(of client: Airworthy) async -> [String] {
        await world.running(client) {
            await client.launchSettled()
            await wait(until: { !world.logged.isEmpty || client.channel == .appstore })
        }
        return world.logged
    }

    @Test func `a debug build says once why nothing blocks, and how to see a gate`() async {
        world.serve(Samples.config, at: Samples.files)
        let line = await lines(of: world.launch(config, channel: .debug)).joined(separator: "\n")
        #expect(
            line
                == "iOS version 1.5 (150), channel debug; rules: the plain file https://files.example.com/config.json; "
                + "decision: requiredUnavailable (noEvidence), rule minimum-version. Nothing blocks or prompts in this channel unless a rule names it. To see "
                + "a gate, launch a debug build with -AirworthyDecision required; to be treated as a user, with "
                + "-AirworthyPretend appstore.")
    }

    @Test func `a TestFlight build says what was decided, and nothing about launch arguments`() async {
        world.disconnect(Samples.files)
        let lines = await lines(of: world.launch(config, channel: .testflight(.external)))
        #expect(lines.count == 1)
        #expect(lines.first?.contains("channel testflight.external; rules: none (") == true, "\(lines)")
        #expect(lines.first?.hasSuffix("decision: ok (noRule), no rule") == true, "\(lines)")
    }

    @Test(
        arguments: [
            (Airworthy.Options.Language.app, "ja-JP", true), (.app, "en-GB", false), (.app, nil, false),
            (.fixed("en"), "ja-JP", false),
        ] as [(Airworthy.Options.Language, String?, Bool)])
    func `a build for developers says that its screens are not in the device's language`(
        language: Airworthy.Options.Language, device: String?, isSaid: Bool
    ) async {
        world.disconnect(Samples.files)
        var environment = world.environment
        environment.deviceLanguage = { device }
        let installation = Installation(platform: .ios, version: "1.5", channel: .debug, language: "en")
        let client = Airworthy(
            config,
            options: Airworthy.Options(installation: installation, transport: world.transport, language: language),
            environment: environment, store: world.store)
        let line = await lines(of: client).joined()
        let hint =
            " Screens are in the app's language, en, and the device's is ja-JP: if the app's texts are not, set Options(language: "
            + ".fixed(\"ja\")) or .device."
        #expect(line.hasSuffix(hint) == isSaid, "\(line)")
    }

    @Test func `a build from the App Store writes no line`() async {
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config)
        await world.running(client) {
            await wait(until: { client.decision.blocking })
        }
        #expect(world.logged == [])
    }

    @Test func `a pretended channel decides like the real one and is named`() async {
        world.serve(Samples.config, at: Samples.files)
        let installation = Installation(
            platform: .ios, version: "1.5", channel: .debug, os: OperatingSystem("iOS 18.0"))
        let client = Airworthy(
            config, options: Airworthy.Options(installation: installation, transport: world.transport),
            environment: world.environment, store: world.store, pretended: .appstore)
        #expect(client.channel == .appstore)
        await world.running(client) { await wait(until: { client.decision.blocking && !world.logged.isEmpty }) }
        #expect(world.logged.first?.contains("channel appstore (pretended)") == true, "\(world.logged)")
        #expect(!client.isDevelopment)
        let next = Airworthy(
            config, options: Airworthy.Options(installation: installation, transport: world.transport),
            environment: world.environment, store: world.store)
        #expect(next.channel == .debug && !next.decision.blocking)
    }

    // MARK: Amount

    @Test func `the level debug writes each new decision and each problem, in any build`() async {
        world.setLogLevel(.debug)
        world.serve(Samples.config, at: Samples.files)
        let client = world.launch(config)
        _ = await client.check()
        world.disconnect(Samples.files)
        _ = await client.check()
        #expect(world.logged.contains { $0.hasPrefix("decision: required (matched), blocking") }, "\(world.logged)")
        #expect(world.logged.contains { $0.hasPrefix("unreachable: reason ") }, "\(world.logged)")
    }

    @Test func `the level off writes nothing`() async {
        world.setLogLevel(.off)
        let client = world.launch(.config(URL(string: "http://files.example.com/config.json")!), channel: .debug)
        await world.running(client) { await client.launchSettled() }
        #expect(world.logged == [])
    }

    @Test func `the level is one for the process`() {
        #expect(Airworthy.logLevel == .problems)
        #expect(Airworthy.LogLevel.off < .problems && Airworthy.LogLevel.problems < .debug)
    }

    // MARK: Launch arguments

    @Test(
        arguments: [
            (["app", "-AirworthyPretend", "appstore"], .appstore),
            (["-AirworthyPretend", "testflight.internal"], .testflight(.internal)),
            (["app"], nil), (["app", "-AirworthyPretend"], nil), (["-AirworthyPretend", "shop"], nil),
        ] as [([String], Channel?)])
    func `a launch argument names the channel to decide for`(_ arguments: [String], _ channel: Channel?) {
        #expect(LaunchArgument.channel(in: arguments) == channel)
        let mistakes = LaunchArgument.mistakes(in: arguments, for: .current)
        #expect(mistakes.isEmpty == (channel != nil || arguments == ["app"]))
    }

    @Test func `a launch argument with a typing error is a mistake that names the values`() {
        #expect(
            LaunchArgument.mistakes(in: ["-AirworthyDecision", "forced"], for: .current) == [
                "-AirworthyDecision needs one of ok, recommended, required, requiredUnavailable, maintenance."
            ])
    }
}
