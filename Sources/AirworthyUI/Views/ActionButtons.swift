#if canImport(SwiftUI) && !os(watchOS)
import AirworthyTexts
import Foundation
import SwiftUI

/// The buttons of a screen, with the first one emphasised.
struct ActionButtons: View {
    let screen: UpdateScreen

    var body: some View {
        VStack(spacing: 8) {
            ForEach(screen.actions, id: \.self) { action in
                if action == screen.actions.first {
                    button(action).buttonStyle(.borderedProminent).shortcut(.defaultAction)
                } else if action == .later || action == .close {
                    button(action).buttonStyle(.bordered).shortcut(.cancelAction)
                } else {
                    button(action).buttonStyle(.bordered)
                }
            }
        }
    }

    private func button(_ action: UpdateScreen.Action) -> some View {
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
