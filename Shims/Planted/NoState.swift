// ios15: left side of mutating operator isn't mutable: 'self' is immutable
import SwiftUI

struct Planted: View {
    var count = 0

    var body: some View { Button("Count") { count += 1 } }
}
