import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

@Suite(.timeLimit(.minutes(1))) @MainActor struct FeatureTests {
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
