// ios15: passes
// ios17: passes
// macos12: passes
// tvos15: passes
import SwiftUI

struct Planted: View {
    var body: some View {
        if #available(iOS 16.0, macOS 13.0, tvOS 16.0, *) {
            Text(verbatim: "").presentationDetents([.medium])
        } else {
            Text(verbatim: "")
        }
    }
}
