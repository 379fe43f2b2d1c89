// snippet.gate-client
import AirworthyUI
import SwiftUI

/// The only client of the process. Creating it reads a small file and makes no network request.
let airworthy = Airworthy(.appStore(id: 6_504_763_618))
// snippet.end

private typealias ContentView = SampleContent

private struct HashtagsApp: App {
    // snippet.gate
    var body: some Scene {
        WindowGroup {
            ContentView()
                .updateGate(airworthy)
        }
    }
    // snippet.end
}

@MainActor private func gate(_ airworthy: Airworthy) -> some View {
    // snippet.gate-line
    ContentView()
        .updateGate(airworthy)
    // snippet.end
}

@MainActor private func hold(_ airworthy: Airworthy) -> some View {
    // snippet.gate-hold
    ContentView()
        .updateGate(airworthy, holdLaunch: 3)
    // snippet.end
}
