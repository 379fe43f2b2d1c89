#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SwiftUI

#if os(macOS)
import AppKit
#endif

/// The view that replaces the app's content: the gate, the maintenance, or the wait for the first decision.
struct BlockCover: View {
    @ObservedObject var model: AirworthyModel
    /// Whether a separate window shows the same screen. VoiceOver must read only one of them.
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

extension View {
    /// Covers alerts and sheets of the content, and scenes without a gate. A view alone cannot cover them.
    @ViewBuilder func coveringScenes(_ model: AirworthyModel) -> some View {
        #if canImport(UIKit) && !os(tvOS) && !os(visionOS)
        modifier(CoverWindows(model: model))
        #elseif os(macOS)
        onAppear {
            guard model.blockChanged == nil else { return }
            model.blockChanged = { if $0 { endSheets() } }
            if model.machine.block != nil { endSheets() }
        }
        #else
        self
        #endif
    }
}

#if os(macOS)
/// Ends the sheets of the app's windows, and editing in them.
@MainActor private func endSheets() {
    for window in NSApplication.shared.windows {
        window.makeFirstResponder(nil)
        if let sheet = window.attachedSheet { window.endSheet(sheet) }
    }
}
#endif
#endif
