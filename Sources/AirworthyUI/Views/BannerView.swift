#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SwiftUI

/// A message above the app's content, to be read and closed.
struct BannerView: View {
    let screen: UpdateScreen
    @Environment(\.airworthyTheme) private var theme

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Text(verbatim: screen.content.title).font(.headline).accessibilityAddTraits(.isHeader)
            Text(verbatim: screen.content.message)
            ForEach(screen.content.details, id: \.self) { line in
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
