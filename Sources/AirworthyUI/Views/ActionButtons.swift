#if canImport(SwiftUI) && !os(watchOS)
import AirworthyTexts
import Foundation
import SwiftUI

/// The buttons of a screen, with the first one emphasised.
struct ActionButtons: View {
    let screen: UpdateScreen

    var body: some View {
        VStack(spacing: 6) {
            // SwiftUI may make rows on another thread than the main one, where a closure of the main actor stops the app.
            ForEach(screen.actions, id: \.self) { @Sendable [screen] action in ActionRow(screen, action) }
        }
    }
}

/// The button of an action, on a screen or in an alert.
struct ActionRow: View {
    private let screen: UpdateScreen
    private let action: UpdateScreen.Action
    private let isInAlert: Bool

    nonisolated init(_ screen: UpdateScreen, _ action: UpdateScreen.Action, isInAlert: Bool = false) {
        self.screen = screen
        self.action = action
        self.isInAlert = isInAlert
    }

    var body: some View {
        if isInAlert {
            // The system gives it its look.
            Button(role: action.isCancel ? .cancel : nil) {
                screen.perform(action)
            } label: {
                Text(verbatim: screen.label(for: action))
            }
        } else if action == screen.actions.first {
            button.buttonStyle(.borderedProminent).shortcut(.defaultAction)
        } else if action.isCancel {
            button.secondary().shortcut(.cancelAction)
        } else {
            button.secondary()
        }
    }

    private var button: some View {
        Button {
            screen.perform(action)
        } label: {
            // The minimum height for touch. Large text increases it.
            Text(verbatim: screen.label(for: action))
                .multilineTextAlignment(.center)
                .frame(maxWidth: .infinity, minHeight: 36)
        }
    }
}

extension UpdateScreen.Action {
    /// Whether it leaves things as they are.
    var isCancel: Bool { self == .later || self == .close }
}

extension View {
    /// The look of a button beside the emphasised one: text without a fill, as far as the system's remote control can focus on it.
    @ViewBuilder fileprivate func secondary() -> some View {
        #if os(tvOS)
        buttonStyle(.bordered)
        #else
        buttonStyle(.borderless)
        #endif
    }

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
