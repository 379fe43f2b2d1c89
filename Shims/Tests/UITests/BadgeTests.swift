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

    @Test(
        arguments: [
            (#"["internal"]"#, nil, "TestFlight (internal)"), (#"["external"]"#, nil, "TestFlight (external)"),
            (#"["internal", "external"]"#, nil, "TestFlight (internal and external)"),
            (#"["internal", "external"]"#, .internal, "TestFlight (internal)"),
            (#"["external"]"#, .internal, "TestFlight (external)"),
        ] as [(String, Channel.Audience?, String)])
    func `a badge says which testers have the build, and for both which of them the app names`(
        _ groups: String, _ named: Channel.Audience?, _ expected: String
    ) async {
        let world = FakeWorld()
        world.serve(
            Array(#"{"builds": [{"version": "1.5", "buildNumber": "150", "availableTo": \#(groups)}]}"#.utf8),
            at: "updates.example.com")
        let airworthy = world.launch(
            .testFlight(server: URL(string: "https://updates.example.com")!, app: "tour"),
            channel: .testflight(nil), testerGroup: named)
        let host = Host { DistributionBadge(airworthy).updateGate(airworthy) }
        await host.settle()
        #expect(host.text == expected)
        host.close()
    }

    @Test func `a tinted badge has its colour as text`() {
        let airworthy = Airworthy.preview(Decision(.ok, for: Installation(version: "1.5", channel: .debug)))
        let host = Host { DistributionBadge(airworthy).badgeStyle(.tinted) }
        #expect(host.text == "Debug")
        for isDark in [false, true] {
            let tinted = BadgeColors(.debug, isTinted: true, isDark: isDark, replacement: nil)
            let parts = BadgeColors.tint(of: .debug, isTinted: true, isDark: isDark)
            #expect(tinted.text == parts.color)
            #expect(BadgeColors(.debug, isTinted: false, isDark: isDark, replacement: .red).background == .red)
            #expect(BadgeColors(.debug, isTinted: false, isDark: isDark, replacement: .red).text == .white)
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
