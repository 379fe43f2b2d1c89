import SwiftUI

/// A sample view of an app. The pages use it under several names.
struct SampleContent: View {
    var body: some View { Text(verbatim: "content") }
}
