import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI
import Testing

@testable import AirworthyTexts
@testable import AirworthyUI

/// The accessibility requirements of Apple's guidelines.
@Suite(.timeLimit(.minutes(5))) @MainActor struct AccessibilityTests {
    private let world = FakeWorld()

    private func screen(
        _ status: Decision.Status, _ size: DynamicTypeSize = .large, _ change: (inout Decision) -> Void = { _ in }
    ) async -> Host {
        var decision = Samples.decision(status)
        decision.update?.notes = "Faster."
        change(&decision)
        let airworthy = world.preview(decision)
        let host = Host { Content().updateGate(airworthy).dynamicTypeSize(size) }
        await host.settle()
        return host
    }

    @Test(arguments: GateTests.blocking)
    func `a block is modal and VoiceOver's focus starts on its heading`(_ status: Decision.Status) async throws {
        let host = await screen(status)
        let nodes = host.nodes.flatMap(\.all)
        #expect(nodes.contains { $0.accessibility.traits.contains("isModal") })
        let first = try #require(host.elements.first)
        #expect(first.traits.contains("isHeader"), "pictures are passed over")
        let title = try #require(host.find(label: first.label))
        #expect(title.accessibility.isFocused)
    }

    @Test(arguments: Decision.Status.allCases)
    func `every button's accessibility label is its visible title`(_ status: Decision.Status) async {
        let host = await screen(status)
        for node in host.front.flatMap(\.all) where node.action != nil {
            #expect(!node.label.isEmpty)
            #expect(node.accessibility.label == nil, "Voice Control goes by what is seen")
        }
    }

    @Test(arguments: Decision.Status.allCases, [DynamicTypeSize.xSmall, .large, .accessibility5])
    func `no text has a fixed height or a line limit`(
        _ status: Decision.Status, _ size: DynamicTypeSize
    ) async {
        let host = await screen(status, size)
        for node in host.front.flatMap(\.all) {
            if node.kind == "frame" {
                #expect(node.attributes["height"] == nil)
                #expect([nil, "inf"].contains(node.attributes["maxHeight"]))
            }
            #expect(node.kind != "lineLimit")
        }
    }

    @Test(arguments: [Decision.Status.required, .recommended, .maintenance])
    func `all texts scroll, and at the largest text sizes the buttons do too`(_ status: Decision.Status) async throws {
        func isScrolled(_ host: Host, _ label: String) -> Bool {
            host.front.flatMap(\.all).filter { $0.kind == "scroll" }
                .contains { $0.all.contains { $0.label == label && $0.action != nil } }
        }
        let button = status == .recommended ? "Later" : "Check Again"
        let large = await screen(status)
        #expect(large.buttons.contains(button) && !isScrolled(large, button), "always in sight")
        let largest = await screen(status, .accessibility5)
        #expect(largest.buttons.contains(button) && isScrolled(largest, button))
    }

    @Test func `a progress indicator has a text`() async throws {
        let stop = Signal()
        world.serve(Samples.config(minimum: "2.0"), at: Samples.files)
        _ = await world.launch(Samples.config).check()
        world.answer(Samples.files) { request in
            await stop.wait(after: 0)
            return TransportResponse(url: request.url, status: 503)
        }
        let host = window(world.launch(Samples.config))
        await host.settle()
        let work = try #require(host.elements.first { $0.label.contains("Checking for updates…") })
        #expect(work.traits.contains("updatesFrequently"))
        stop.send()
        await host.settle()
    }

    @Test(arguments: ["ar", "ja", "de", "ru"])
    func `a preview's language applies to the whole screen`(_ language: String) async {
        let airworthy = world.preview(Samples.decision(.required))
        let host = Host { Content().updateGate(airworthy).environment(\.locale, Locale(identifier: language)) }
        await host.settle()
        let text = UIText(language: language)
        #expect(host.text.contains(text[.gateTitle]))
        #expect(host.buttons == [text[.update], text[.retry], text[.support]])
    }

    @Test(arguments: [
        Channel.debug, .testflight(nil), .testflight(.internal), .testflight(.external), .adhoc, .marketplace(nil),
        .web,
        .enterprise,
    ])
    func `every badge has enough contrast, solid or tinted, in light and dark appearance`(_ channel: Channel) {
        let white = BadgeColors.Parts(red: 1, green: 1, blue: 1)
        #expect(contrast(BadgeColors.tint(of: channel, isTinted: false, isDark: true), white) >= 4.5)
        for (isDark, page) in [(false, 1.0), (true, 0.0), (true, 0.11)] {
            let text = BadgeColors.tint(of: channel, isTinted: true, isDark: isDark)
            let opacity = BadgeColors.opacity(isDark: isDark)
            let behind = BadgeColors.Parts(
                red: page + (text.red - page) * opacity, green: page + (text.green - page) * opacity,
                blue: page + (text.blue - page) * opacity)
            #expect(contrast(text, behind) >= 4.5, "isDark: \(isDark)")
        }
    }

    private func contrast(_ one: BadgeColors.Parts, _ other: BadgeColors.Parts) -> Double {
        let values = [luminance(one), luminance(other)].sorted()
        return (values[1] + 0.05) / (values[0] + 0.05)
    }

    private func luminance(_ parts: BadgeColors.Parts) -> Double {
        let linear = [parts.red, parts.green, parts.blue].map {
            $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
}
