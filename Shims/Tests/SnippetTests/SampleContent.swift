import SwiftUI

/// An app's own view, under whatever name a page gives it.
struct SampleContent: View {
    var body: some View { Text(verbatim: "content") }
}
