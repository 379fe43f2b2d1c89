// ios15: passes
// macos12: 'fullScreenCover(isPresented:onDismiss:content:)' is unavailable in macOS
// tvos15: passes
import SwiftUI

struct Planted: View {
    var body: some View { Text(verbatim: "").fullScreenCover(isPresented: .constant(true)) { Text(verbatim: "") } }
}
