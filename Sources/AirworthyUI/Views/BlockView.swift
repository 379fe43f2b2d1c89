#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SwiftUI

/// The screen that cannot be left: an update is required, or the app is being maintained.
struct BlockView: View {
    let screen: UpdateScreen

    var body: some View {
        ScreenLayout(screen: screen)
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .accessibilityElement(children: .contain)
            // VoiceOver stays on the screen: what is behind it cannot be reached.
            .accessibilityAddTraits(.isModal)
    }
}
#endif
