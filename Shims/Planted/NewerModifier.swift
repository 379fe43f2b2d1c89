// ios15: 'onChange(of:initial:_:)' is only available in iOS 17.0 or newer
// ios17: passes
// macos12: 'onChange(of:initial:_:)' is only available in macOS 14.0 or newer
// tvos15: 'onChange(of:initial:_:)' is only available in tvOS 17.0 or newer
import SwiftUI

struct Planted: View {
    let number: Int

    var body: some View { Text(verbatim: "\(number)").onChange(of: number) { _, _ in } }
}
