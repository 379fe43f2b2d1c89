#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SwiftUI

/// What is seen in place of the app: the gate, the maintenance, or the wait for the first answer.
struct BlockCover: View {
    @ObservedObject var model: AirworthyModel
    /// Whether a window of its own shows the same: one of them has to speak.
    var isBehindWindow = false
    @Environment(\.locale) private var locale
    @Environment(\.airworthyTheme) private var theme

    var body: some View {
        if isBehindWindow, model.machine.block != nil {
            Color.clear.screenBackground(theme)
        } else if let item = model.machine.block {
            ScreenView(model: model, item: item)
        } else {
            ProgressLine(text: model.text(for: locale)[.checking])
                .tint(theme.tint)
                .frame(maxWidth: .infinity, maxHeight: .infinity)
                .screenBackground(theme)
                .accessibilityElement(children: .contain)
                .accessibilityAddTraits(.isModal)
        }
    }
}
#endif
