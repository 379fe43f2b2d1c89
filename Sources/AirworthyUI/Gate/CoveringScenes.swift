#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SwiftUI

#if os(macOS)
import AppKit
#endif

extension View {
    /// Covers what a view cannot: alerts and sheets that the content has presented, and scenes without a gate of their own.
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
/// Ends what covers the windows of the app, and editing in them.
@MainActor private func endSheets() {
    for window in NSApplication.shared.windows {
        window.makeFirstResponder(nil)
        if let sheet = window.attachedSheet { window.endSheet(sheet) }
    }
}
#endif
#endif
