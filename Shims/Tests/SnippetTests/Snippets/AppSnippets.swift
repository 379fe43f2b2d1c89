import Airworthy
import SwiftUI

private typealias ContentView = SampleContent

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
