import AirworthyUI
import SwiftUI

@main struct HashtagsApp: App {
    var body: some Scene {
        WindowGroup {
            ContentView()
                // Blocks, prompts, or does nothing.
                .updateGate(ReleaseControl.airworthy)
                .airworthyTheme(AirworthyTheme(tint: .orange))
        }
    }
}
