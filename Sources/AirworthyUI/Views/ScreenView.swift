#if canImport(SwiftUI) && !os(watchOS)
import AirworthyPolicy
import Foundation
import SwiftUI

/// One screen: the app's own view for it, or the built-in one.
struct ScreenView: View {
    @ObservedObject var model: AirworthyModel
    let item: ScreenItem
    @Environment(\.locale) private var locale
    @Environment(\.timeZone) private var timeZone
    @Environment(\.openURL) private var openURL
    @Environment(\.airworthyScreens) private var screens
    @Environment(\.airworthyTheme) private var theme

    var body: some View {
        if let screen = model.screen(item, model.text(for: locale, timeZone), open: open) {
            content(screen)
                .tint(theme.tint)
                // Another prompt may take the place of this one in the sheet that is up.
                .task(id: item.id) { model.appeared(item.id) }
        }
    }

    @ViewBuilder private func content(_ screen: UpdateScreen) -> some View {
        if let replacement = screens.views[screen.content.kind] {
            replacement(screen)
        } else {
            switch screen.content.kind {
            case .gate, .unavailable, .maintenance: BlockView(screen: screen)
            case .prompt: PromptView(screen: screen)
            case .banner: BannerView(screen: screen)
            }
        }
    }

    private func open(_ url: URL, _ done: @escaping @MainActor (Bool) -> Void) {
        openURL(url) { done($0) }
    }
}
#endif
