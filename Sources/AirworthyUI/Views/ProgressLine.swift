#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SwiftUI

/// A sign of work with a word about it, which VoiceOver speaks as it comes up.
struct ProgressLine: View {
    let text: String

    var body: some View {
        HStack(spacing: 8) {
            ProgressView()
            Text(verbatim: text).font(.subheadline)
        }
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(.updatesFrequently)
        .announced(text)
    }
}
#endif
