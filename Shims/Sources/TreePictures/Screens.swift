import Airworthy
import AirworthyPolicy
import AirworthyUI
import Foundation
@_spi(Shim) import SwiftUI

extension Screen {
    /// The screens, with one picture each.
    @MainActor package static let all: [Screen] = [
        gated("gate", Samples.gate),
        gated("unavailable", Samples.unavailable),
        gated("maintenance", Samples.maintenance),
        gated("prompt", Samples.prompt),
        gated("prompt-deadline", Samples.countdown),
        gated("banner", Samples.banner),
        Screen(
            name: "check",
            states: [
                check(Samples.prompt) { host, look in await host.settle() },
                check(Samples.prompt) { host, look in
                    await host.settle()
                    try host.press(words(look, "Check for Updates", "アップデートを確認", "التحقق من وجود تحديثات"))
                },
                check(Samples.current, pressed), check(Samples.undetermined, pressed),
            ]),
        Screen(
            name: "check-available",
            states: [
                check(Samples.prompt, pressed),
                check(Samples.prompt) { host, look in
                    try await pressed(host, look)
                    host.accepts = { _ in false }
                    try host.press(words(look, "Update", "アップデート", "تحديث"))
                    await host.settle()
                },
            ]),
        Screen(
            name: "badge",
            states: [DistributionBadge.Style.solid, .tinted].flatMap { style in
                Samples.channels.map { channel in
                    State(view: { _ in
                        let client = Samples.client(Decision(.ok, for: Samples.installation(channel)))
                        return AnyView(DistributionBadge(client).badgeStyle(style).padding())
                    })
                }
            }),
        Screen(
            name: "debug", states: [State(view: { _ in AnyView(AirworthyDebugView(Samples.ruledClient())) })],
            most: 3560),
    ]

    private static func words(_ look: Look, _ english: String, _ japanese: String, _ arabic: String) -> String {
        switch look.language {
        case .english: english
        case .japanese: japanese
        case .arabic: arabic
        }
    }

    @MainActor private static func gated(_ name: String, _ decision: @escaping @MainActor (Look) -> Decision) -> Screen
    {
        let view: @MainActor (Look) -> AnyView = { look in
            AnyView(
                Text(verbatim: "#hashtags").font(.largeTitle.bold())
                    .frame(maxWidth: .infinity, maxHeight: .infinity)
                    .updateGate(Samples.client(decision(look)))
                    .environment(\.airworthyAppName, "#hashtags"))
        }
        return Screen(name: name, states: [State(view: view)])
    }

    @MainActor private static func check(
        _ decision: @escaping @MainActor (Look) -> Decision,
        _ steps: @escaping @MainActor (SwiftUI.Host, Look) async throws -> Void
    ) -> State {
        State(
            view: {
                AnyView(
                    UpdateCheckView(Samples.client(decision($0))).padding().frame(
                        maxWidth: .infinity, alignment: .leading))
            },
            steps: steps)
    }

    @MainActor private static func pressed(_ host: SwiftUI.Host, _ look: Look) async throws {
        await host.settle()
        try host.press(words(look, "Check for Updates", "アップデートを確認", "التحقق من وجود تحديثات"))
        await host.settle()
    }
}
