#if canImport(SwiftUI) && !os(watchOS)
import AirworthyTexts
import AirworthyPolicy
import Foundation
import SwiftUI

/// One screen: the app's own view for its kind, or the built-in one.
struct ScreenView: View {
    @ObservedObject var model: AirworthyModel
    let item: ScreenItem
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    @Environment(\.openURL) private var openURL
    @Environment(\.airworthyScreens) private var screens
    @Environment(\.airworthyTheme) private var theme

    var body: some View {
        let text = model.text(for: locale, timeZone: timeZone)
        if let screen = model.screen(for: item, text: text, open: openURL.opener) {
            content(screen)
                .tint(theme.tint)
                // Another prompt can replace this one while the same sheet is open.
                .task(id: item.id) { model.appeared(item.id) }
        }
    }

    @ViewBuilder private func content(_ screen: UpdateScreen) -> some View {
        if let replacement = screens.views[screen.content.kind] {
            replacement(screen)
        } else {
            switch screen.content.kind {
            case .launching: LaunchText(text: screen.content.message)
            case .gate, .unavailable, .maintenance: BlockView(screen: screen)
            case .prompt: PromptView(screen: screen)
            case .banner: BannerView(screen: screen)
            }
        }
    }
}

/// The screen of a required update or a maintenance. The user cannot leave it.
private struct BlockView: View {
    let screen: UpdateScreen

    var body: some View {
        ScreenLayout(screen: screen)
            .frame(maxWidth: .infinity, maxHeight: .infinity)
            .accessibilityElement(children: .contain)
            // Keeps VoiceOver on the screen: the content behind it is out of reach.
            .accessibilityAddTraits(.isModal)
    }
}

/// The sheet that recommends an update. Swiping it away postpones the update.
private struct PromptView: View {
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

/// A message above the app's content, with a button to close it.
private struct BannerView: View {
    let screen: UpdateScreen
    @Environment(\.airworthyTheme) private var theme

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Text(verbatim: screen.content.title).font(.headline).accessibilityAddTraits(.isHeader)
            Text(verbatim: screen.content.message)
            ForEach(screen.content.details, id: \.self) { @Sendable line in
                Text(verbatim: line).font(.subheadline)
            }
            ActionButtons(screen: screen)
        }
        .padding()
        .frame(maxWidth: .infinity, alignment: .leading)
        .screenBackground(theme)
        .accessibilityElement(children: .contain)
        .announced(screen.content.message)
    }
}
#endif
