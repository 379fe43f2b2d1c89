import Airworthy
import SwiftUI

private let airworthy = Airworthy(.appStore(id: 6_504_763_618))

private struct ContentView: View {
    var body: some View { Text(verbatim: "content") }
}

// snippet.run
struct RootView: View {
    @Environment(\.scenePhase) private var phase

    var body: some View {
        ContentView()
            .task { await airworthy.run() }
            .task(id: phase) {
                switch phase {
                case .active: await airworthy.enteredForeground()
                case .background: airworthy.enteredBackground()
                default: break
                }
            }
    }
}
// snippet.end
