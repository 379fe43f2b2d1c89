#if canImport(SwiftUI) && !os(watchOS)
import AirworthyTexts
import Foundation
import SwiftUI

/// The buttons of a screen, with the first one emphasised.
struct ActionButtons: View {
    let screen: UpdateScreen

    var body: some View {
        VStack(spacing: 8) {
            // SwiftUI may make rows on another thread than the main one, where a closure of the main actor stops the app.
            ForEach(screen.actions, id: \.self) { @Sendable [screen] action in ActionRow(screen, action) }
        }
    }
}

/// The button of an action.
private struct ActionRow: View {
    private let screen: UpdateScreen
    private let action: UpdateScreen.Action

    nonisolated init(_ screen: UpdateScreen, _ action: UpdateScreen.Action) {
        self.screen = screen
        self.action = action
    }

    var body: some View {
        if action == screen.actions.first {
            button.buttonStyle(.borderedProminent).shortcut(.defaultAction)
        } else if action == .later || action == .close {
            button.buttonStyle(.bordered).shortcut(.cancelAction)
        } else {
            button.buttonStyle(.bordered)
        }
    }

    private var button: some View {
        Button {
            screen.perform(action)
        } label: {
            // The minimum height for touch. Large text increases it.
            Text(verbatim: screen.label(for: action))
                .multilineTextAlignment(.center)
                .frame(maxWidth: .infinity, minHeight: 32)
        }
    }
}

extension View {
    /// Adds a keyboard shortcut on platforms with keyboards.
    @ViewBuilder fileprivate func shortcut(_ shortcut: Shortcut) -> some View {
        #if os(tvOS)
        self
        #else
        switch shortcut {
        case .defaultAction: keyboardShortcut(.defaultAction)
        case .cancelAction: keyboardShortcut(.cancelAction)
        }
        #endif
    }
}

private enum Shortcut { case defaultAction, cancelAction }
#endif
