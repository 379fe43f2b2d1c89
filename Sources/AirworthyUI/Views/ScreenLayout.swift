#if canImport(SwiftUI) && !os(watchOS)
import AirworthyTexts
import Foundation
import SwiftUI

/// The layout of gate, maintenance and prompt: all texts scroll, and the buttons stay visible.
struct ScreenLayout: View {
    let screen: UpdateScreen
    @Environment(\.dynamicTypeSize) private var typeSize
    @Environment(\.airworthyTheme) private var theme
    @AccessibilityFocusState private var isTitleFocused: Bool

    private var content: ScreenContent { screen.content }

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 16) {
                picture
                Text(verbatim: content.title)
                    .font(.title2.bold())
                    .accessibilityAddTraits(.isHeader)
                    .accessibilityFocused($isTitleFocused)
                Text(verbatim: content.message)
                ForEach(content.details, id: \.self) { @Sendable line in
                    Text(verbatim: line).font(.subheadline)
                }
                refusal
                notes
                progress
                // At the largest text sizes fixed buttons would leave no room for the text.
                if typeSize.isAccessibilitySize { ActionButtons(screen: screen) }
            }
            .frame(maxWidth: 560, alignment: .leading)
            .padding(24)
            .frame(maxWidth: .infinity)
        }
        .safeAreaInset(edge: .bottom) {
            if !typeSize.isAccessibilitySize {
                ActionButtons(screen: screen)
                    .frame(maxWidth: 560)
                    .padding(24)
                    .frame(maxWidth: .infinity)
                    .screenBackground(theme)
            }
        }
        .screenBackground(theme)
        .onAppear { isTitleFocused = true }
    }

    @ViewBuilder private var picture: some View {
        if let logo = theme.logo {
            logo.accessibilityHidden(true)
        } else if let symbol = theme.symbols[content.kind] {
            Image(systemName: symbol).font(.largeTitle).accessibilityHidden(true)
        }
    }

    @ViewBuilder private var refusal: some View {
        if let refusal = content.refusal {
            Label {
                SelectableText(text: refusal)
            } icon: {
                Image(systemName: "exclamationmark.triangle").accessibilityHidden(true)
            }
            .announced(refusal)
        }
    }

    @ViewBuilder private var notes: some View {
        if let notes = content.notes {
            Text(verbatim: notes.title).font(.headline).accessibilityAddTraits(.isHeader)
            Text(verbatim: notes.text)
        }
    }

    @ViewBuilder private var progress: some View {
        if let progress = content.progress { ProgressLine(text: progress) }
    }
}

extension View {
    /// Fills the background of a screen up to the edges of the display.
    @ViewBuilder func screenBackground(_ theme: AirworthyTheme) -> some View {
        if let color = theme.background {
            background(color, ignoresSafeAreaEdges: .all)
        } else {
            background(.background, ignoresSafeAreaEdges: .all)
        }
    }
}
#endif
