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
    @Environment(\.airworthyScreens) private var screens

    var body: some View {
        if isBehindWindow, model.machine.block != nil {
            Color.clear.screenBackground(theme)
        } else if let item = model.machine.block {
            ScreenView(model: model, item: item)
        } else {
            launch.tint(theme.tint)
        }
    }

    /// The wait for the first decision.
    @ViewBuilder private var launch: some View {
        let screen = model.launchScreen(text: model.text(for: locale))
        if let replacement = screens.views[.launching] {
            replacement(screen)
        } else if model.machine.isLaunchSlow {
            LaunchText(text: screen.content.message)
        } else {
            // Like the launch screen of the app: a text that vanishes at once would only flicker.
            Color.clear.screenBackground(theme)
        }
    }
}

/// The text of a launch that takes long.
struct LaunchText: View {
    let text: String
    @Environment(\.airworthyTheme) private var theme

    var body: some View {
        ProgressLine(text: text)
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .screenBackground(theme)
            .accessibilityElement(children: .contain)
            .accessibilityAddTraits(.isModal)
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
            if model.isCovering { endSheets() }
        }
        #else
        self
        #endif
    }
}

#if os(macOS)
/// Ends the sheets of the app's windows, and editing in them. A panel that asks where to save a document stays: without it the
/// user's work would be lost.
@MainActor private func endSheets() {
    for window in NSApplication.shared.windows {
        window.makeFirstResponder(nil)
        if let sheet = window.attachedSheet, !(sheet is NSSavePanel) { window.endSheet(sheet) }
    }
}
#endif
#endif
