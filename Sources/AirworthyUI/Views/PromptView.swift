#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SwiftUI

/// The sheet that recommends an update. Swiping it away puts it off.
struct PromptView: View {
    let screen: UpdateScreen

    var body: some View {
        #if os(macOS)
        ScreenLayout(screen: screen).frame(minWidth: 420, minHeight: 320)
        #elseif os(iOS)
        if #available(iOS 16, *) {
            ScreenLayout(screen: screen).presentationDetents([.medium, .large])
        } else {
            ScreenLayout(screen: screen)
        }
        #else
        ScreenLayout(screen: screen)
        #endif
    }
}
#endif
