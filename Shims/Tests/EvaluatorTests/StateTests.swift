import Combine
@_spi(Shim) import SwiftUI
import Testing

@MainActor @Suite struct StateTests {
    private struct Counter: View {
        @State private var count = 0

        var body: some View {
            VStack {
                Text("Tapped \(count)x" as String)
                Button("Tap") { count += 1 }
            }
        }
    }

    @Test func `state survives a new evaluation`() throws {
        let host = Host { Counter() }
        try host.press("Tap")
        try host.press("Tap")
        #expect(host.text == "Tapped 2x Tap")
    }
}
