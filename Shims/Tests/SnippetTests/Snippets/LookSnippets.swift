import Airworthy
import AirworthyUI
import Foundation
import SwiftUI

private typealias ContentView = SampleContent

@MainActor private func theme(_ airworthy: Airworthy) -> some View {
    // snippet.theme
    ContentView()
        .updateGate(airworthy)
        .airworthyTheme(AirworthyTheme(tint: .orange, logo: Image("Logo")))
    // snippet.end
}

// snippet.own-screen
struct OwnScreen: View {
    let screen: UpdateScreen

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 12) {
                Text(screen.content.title).font(.largeTitle).accessibilityAddTraits(.isHeader)
                Text(screen.content.message)
                ForEach(screen.content.details, id: \.self) { Text($0) }
                if let notes = screen.content.notes { Text(notes.text) }
                if let progress = screen.content.progress { Text(progress) }
                if let refusal = screen.content.refusal { Text(refusal) }
                ForEach(screen.actions, id: \.self) { action in
                    Button(screen.label(for: action)) { screen.perform(action) }
                }
            }
            .padding()
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(.background, ignoresSafeAreaEdges: .all)
    }
}
// snippet.end

@MainActor func withOwnScreen(_ airworthy: Airworthy) -> some View {
    // snippet.own-screen-put
    ContentView()
        .updateGate(airworthy)
        .airworthyScreen(.gate, .unavailable) { OwnScreen(screen: $0) }
    // snippet.end
}
