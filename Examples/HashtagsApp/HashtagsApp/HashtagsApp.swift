import AirworthyUI
import SwiftUI

@main struct HashtagsApp: App {
    var body: some Scene {
        WindowGroup {
            ContentView()
                // Shows a gate or a prompt if the decision requires it.
                .updateGate(ReleaseControl.airworthy)
                .airworthyTheme(AirworthyTheme(tint: .orange))
        }
    }
}
