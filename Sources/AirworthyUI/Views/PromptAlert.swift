#if canImport(SwiftUI)
import AirworthyTexts
import Foundation
import SwiftUI

/// The form of a prompt.
///
/// ```swift
/// ContentView().updateGate(airworthy, prompt: .alert)
/// ```
public enum UpdatePromptStyle: Hashable, Sendable {
    /// A sheet with a picture, all texts and the release notes. A swipe postpones the update.
    case sheet
    /// The system's alert, without release notes. Every button closes it. A prompt with a view of your own stays a sheet.
    case alert
}

extension ScreenContent {
    /// The text of an alert below its title.
    var alertMessage: String { ([message] + details + [refusal].compactMap(\.self)).joined(separator: "\n\n") }
}

#if !os(watchOS)
/// Shows a prompt as the system's alert.
struct PromptAlert: ViewModifier {
    @ObservedObject var model: AirworthyModel
    /// The prompt to show; `nil` for none.
    let item: ScreenItem?
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    @Environment(\.openURL) private var openURL

    func body(content: Content) -> some View {
        let screen = item.flatMap {
            model.screen(for: $0, text: model.text(for: locale, timeZone: timeZone), open: openURL.opener)
        }
        content
            .alert(screen?.content.title ?? "", isPresented: isPresented(screen != nil), presenting: screen) { screen in
                ForEach(screen.actions, id: \.self) { @Sendable [screen] action in
                    ActionRow(screen, action, isInAlert: true)
                }
            } message: { screen in
                Text(verbatim: screen.content.alertMessage)
            }
            .task(id: item?.id) { if let item { model.appeared(item.id) } }
    }

    /// While a link is being opened the alert is gone. If none opens, it comes again and says so.
    private func isPresented(_ hasScreen: Bool) -> Binding<Bool> {
        let isShown = hasScreen && item?.trip != .opening
        return Binding(get: { isShown }) { [model, item] shown in
            guard !shown, let item else { return }
            // The action of the button that closed it comes first.
            Task { @MainActor in model.alertClosed(item.id) }
        }
    }
}
#endif
#endif
