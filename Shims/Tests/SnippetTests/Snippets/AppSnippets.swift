import Airworthy
import SwiftUI

private struct ContentView: View {
    var body: some View { Text(verbatim: "content") }
}

// snippet.run
struct RootView: View {
    let airworthy: Airworthy
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
