import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

@Suite(.timeLimit(.minutes(5))) @MainActor struct FeatureTests {
    private struct Screen: View {
        var body: some View {
            VStack {
                IfFeature("editor") {
                    Text(verbatim: "new editor")
                } otherwise: {
                    Text(verbatim: "old editor")
                }
                IfFeature("share") { Text(verbatim: "share") }
                Text(verbatim: "list").feature("swipe") { _ in Text(verbatim: "swiping list") }
                IfInDevelopment { Text(verbatim: "debug menu") }
                Text(verbatim: "title").onlyInDevelopment { $0.opacity(0.5) }
            }
        }
    }

    private func decision(_ channel: Channel, _ features: [String: JSONValue]) -> Decision {
        var decision = Decision(.ok, for: Installation(version: "1.5", channel: channel))
        decision.features = features
        return decision
    }

    @Test func `a view is visible while its feature is on`() async {
        let airworthy = Airworthy.preview(decision(.appstore, ["editor": true, "share": true, "swipe": true]))
        let host = Host { Screen().airworthyFeatures(airworthy) }
        #expect(host.text == "new editor share swiping list title")
    }

    @Test func `without a decision or a client the defaults in code apply`() {
        let expected = "old editor list title"
        #expect(Host { Screen() }.text == expected)
        let airworthy = Airworthy.preview(decision(.appstore, ["editor": "yes"]))
        #expect(Host { Screen().airworthyFeatures(airworthy) }.text == expected)
        #expect(Host { IfFeature("x", default: true) { Text(verbatim: "on") } }.text == "on")
    }

    @Test func `a changed feature updates the view, also inside a gate`() async {
        let world = FakeWorld()
        let airworthy = world.launch(Samples.config)
        let host = Host { Screen().updateGate(airworthy) }
        await host.settle()
        #expect(host.text.contains("old editor"))
        airworthy.overrideFeature("editor", with: true)
        await host.settle()
        #expect(host.text.contains("new editor"))
    }

    private struct Rung: ChannelRung {
        let step: ChannelStep
        let finding: ChannelFinding
        var deadline: TimeInterval { 1 }

        func find() async -> ChannelFinding { finding }
    }

    private func launch(
        _ distributor: ChannelFinding, profile: ChannelFinding = .absent,
        options change: (inout Airworthy.Options) -> Void = { _ in }
    ) -> Airworthy {
        let world = FakeWorld()
        var options = Airworthy.Options(
            installation: Installation(platform: .ios, version: "1.5", channel: .unknown), transport: world.transport)
        change(&options)
        return Airworthy(
            Samples.config, options: options, environment: world.environment, store: world.store,
            host: ChannelHost(family: .ios, major: 18),
            rungs: [
                Rung(step: .profile, finding: profile), Rung(step: .distributor, finding: distributor),
                Rung(step: .transaction, finding: .transaction(.sandbox)),
            ])
    }

    @Test func `App Review does not see what is in development`() async {
        let review = launch(.failed("unknown"))
        let host = Host { Screen().updateGate(review) }
        await host.settle()
        #expect(review.channel == .testflight(nil), "the sandbox is a guess, and the rules for TestFlight may use it")
        #expect(!review.detectedChannel.isDeveloper && !review.isDevelopment)
        #expect(!host.text.contains("debug menu"))
    }

    @Test func `a tester sees what is in development as soon as the channel is settled`() async {
        let tester = launch(.distributor(.testFlight))
        let host = Host { Screen().updateGate(tester) }
        #expect(!host.text.contains("debug menu"))
        await host.settle()
        #expect(host.text.contains("debug menu"))
    }

    @Test(arguments: [true, false])
    func `an ad hoc build shows what is in development if the app wants that`(_ isWanted: Bool) async {
        let adHoc = launch(.distributor(.other), profile: .profile(.adHoc)) { $0.treatsAdHocAsDevelopment = isWanted }
        let host = Host { Screen().updateGate(adHoc) }
        await host.settle()
        #expect(host.text.contains("debug menu") == isWanted)
    }

    @Test(arguments: [
        (Channel.debug, true), (.testflight(nil), true), (.testflight(.internal), true), (.testflight(.external), true),
        (.appstore, false), (.unknown, false), (.adhoc, false), (.enterprise, false), (.web, false),
        (.marketplace(nil), false), (.other("future"), false),
    ])
    func `IfInDevelopment shows its content only in development`(_ channel: Channel, _ isSeen: Bool) {
        let airworthy = Airworthy.preview(decision(channel, [:]))
        let host = Host { Screen().airworthyFeatures(airworthy) }
        #expect(host.text.contains("debug menu") == isSeen)
        #expect(host.nodes.flatMap(\.all).contains { $0.kind == "opacity" } == isSeen)
    }
}
