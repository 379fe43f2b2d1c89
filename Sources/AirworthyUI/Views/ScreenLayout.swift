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
            VStack(spacing: 24) {
                heading
                refusal
                notes
                progress
                // At the largest text sizes fixed buttons would leave no room for the text.
                if typeSize.isAccessibilitySize { ActionButtons(screen: screen) }
            }
            .frame(maxWidth: 560)
            .padding(.horizontal, 24)
            .padding(.vertical, 40)
            .frame(maxWidth: .infinity)
        }
        .safeAreaInset(edge: .bottom) {
            if !typeSize.isAccessibilitySize {
                ActionButtons(screen: screen)
                    .frame(maxWidth: 560)
                    .padding(.horizontal, 24)
                    .padding(.vertical, 16)
                    .frame(maxWidth: .infinity)
                    .screenBackground(theme)
            }
        }
        .screenBackground(theme)
        .onAppear { isTitleFocused = true }
    }

    private var heading: some View {
        VStack(spacing: 12) {
            ScreenEmblem(kind: content.kind)
            Text(verbatim: content.title)
                .font(.title2.bold())
                .multilineTextAlignment(.center)
                .accessibilityAddTraits(.isHeader)
                .accessibilityFocused($isTitleFocused)
            Text(verbatim: content.message).multilineTextAlignment(.center)
            ForEach(content.details, id: \.self) { @Sendable line in
                Text(verbatim: line).font(.subheadline).foregroundColor(.secondary).multilineTextAlignment(.center)
            }
        }
        .frame(maxWidth: .infinity)
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
            VStack(alignment: .leading, spacing: 8) {
                Text(verbatim: notes.title).font(.headline).accessibilityAddTraits(.isHeader)
                Text(verbatim: notes.text).font(.subheadline)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            .padding(16)
            .background(RoundedRectangle(cornerRadius: 14).fill(Color.secondary.opacity(0.12)))
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
