import Airworthy
import AirworthyPolicy
import AirworthyUI
import Foundation
import SwiftUI
import UIKit

private typealias ContentView = SampleContent

private final class RootViewController: UIViewController {}

@MainActor private func window(_ airworthy: Airworthy, _ scene: UIWindowScene) {
    // snippet.gate-uikit
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UpdateGateController(airworthy) { RootViewController() }
    window.makeKeyAndVisible()
    // snippet.end
}

@MainActor private func attach(_ airworthy: Airworthy, _ scene: UIWindowScene) {
    // snippet.gate-attached
    airworthy.attachGate(to: scene)
    // snippet.end
}

@MainActor private func attachWithOwnScreens(_ airworthy: Airworthy, _ scene: UIWindowScene) {
    // snippet.gate-attached-own
    airworthy.attachGate(to: scene, holdLaunch: 3) { screen in
        OwnScreen(screen: screen)
    }
    // snippet.end
}

private struct Recorder: View {
    @Binding var isRecording: Bool

    var body: some View { Text(verbatim: "recorder") }
}

private struct Studio: View {
    @State private var isRecording = false

    var body: some View {
        // snippet.busy-view
        Recorder(isRecording: $isRecording)
            .holdsInterruptions(while: isRecording)
        // snippet.end
    }
}

@MainActor private func start(
    _ airworthy: Airworthy, acknowledgeSignificantUpdate: () async -> Void, showTipOfTheDay: () -> Void
) async {
    // snippet.gate-aside
    await airworthy.standAside { await acknowledgeSignificantUpdate() }
    // snippet.end
    // snippet.gate-settled
    await airworthy.launchSettled()
    showTipOfTheDay()
    // snippet.end
}

@MainActor func gatePreview() -> some View {
    // snippet.gate-preview
    let decision = Decision(.required, for: Installation(version: "2.2.0", channel: .appstore))
    return ContentView()
        .updateGate(Airworthy.preview(decision))
    // snippet.end
}

@MainActor func inJapanese(_ airworthy: Airworthy) -> some View {
    // snippet.language
    ContentView()
        .updateGate(airworthy)
        .environment(\.locale, Locale(identifier: "ja"))
    // snippet.end
}
