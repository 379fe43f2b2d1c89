// ios15: passes
// macos12: passes
// tvos15: 'textSelection' is unavailable in tvOS
import SwiftUI

struct Planted: View {
    var body: some View { Text(verbatim: "").textSelection(.enabled) }
}
