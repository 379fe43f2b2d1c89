// ios15: passes
// macos12: passes
// tvos15: passes
// watchos8: passes
// visionos1: passes
import AirworthyUI
import SwiftUI

/// Code that an app shares between its platforms.
@MainActor func planted(_ airworthy: Airworthy) -> some View {
    VStack {
        UpdateCheckView(airworthy)
        WhatsNewView(airworthy)
        AirworthyDebugView(airworthy)
        DistributionBadge(airworthy)
    }
    .holdsInterruptions(while: true)
    .whatsNew()
    .updateGate(airworthy, holdLaunch: 3, prompt: .alert)
    .task { await airworthy.standAside {} }
}
