#if canImport(SwiftUI)
import Foundation
import SwiftUI

/// A text that the user can select and copy, except on tvOS and watchOS.
struct SelectableText: View {
    let text: String

    var body: some View {
        #if os(tvOS) || os(watchOS)
        Text(verbatim: text)
        #else
        Text(verbatim: text).textSelection(.enabled)
        #endif
    }
}
#endif
