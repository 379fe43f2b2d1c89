import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyUI

@Suite(.timeLimit(.minutes(5))) @MainActor struct BadgeTests {
    private func badge(_ channel: Channel, _ language: String = "en") -> Host {
        let airworthy = Airworthy.preview(Decision(.ok, for: Installation(version: "1.5", channel: channel)))
        return Host { DistributionBadge(airworthy).environment(\.locale, Locale(identifier: language)) }
    }

    @Test(arguments: [Channel.appstore, .unknown, .other("future")])
    func `there is no badge on the App Store and for an unknown channel`(_ channel: Channel) {
        let host = badge(channel)
        #expect(host.text.isEmpty && host.elements.isEmpty)
    }

    @Test(arguments: [
        (Channel.debug, ["Debug", "デバッグ", "Debug"]),
        (.testflight(nil), ["TestFlight", "TestFlight", "TestFlight"]),
        (.testflight(.internal), ["TestFlight (internal)", "TestFlight（内部）", "TestFlight (intern)"]),
        (.testflight(.external), ["TestFlight (external)", "TestFlight（外部）", "TestFlight (extern)"]),
        (.adhoc, ["Ad Hoc", "Ad Hoc", "Ad Hoc"]),
        (.marketplace("com.example.store"), ["Marketplace", "マーケットプレイス", "App-Marktplatz"]),
        (.web, ["Web", "Web", "Web"]), (.enterprise, ["In-House", "社内配布", "Firmenintern"]),
    ])
    func `every other channel has a badge text and an accessibility label`(_ channel: Channel, _ words: [String]) {
        let labels = ["Kind of build: ", "ビルドの種類: ", "Art des Builds: "]
        for (index, language) in ["en", "ja", "de"].enumerated() {
            let host = badge(channel, language)
            #expect(host.text == words[index])
            #expect(host.elements.map(\.label) == [labels[index] + words[index]])
        }
    }

    @Test func `a badge changes with the channel`() async {
        let airworthy = FakeWorld().launch(Samples.config, channel: .unknown)
        let host = Host { DistributionBadge(airworthy) }
        await host.settle()
        #expect(host.text.isEmpty)
        airworthy.overrideChannel(.testflight(.internal))
        await host.settle()
        #expect(host.text == "TestFlight (internal)")
    }
}
