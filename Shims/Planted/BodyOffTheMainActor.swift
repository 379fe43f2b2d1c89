// ios15: main actor-isolated property 'body' can not be referenced from a nonisolated context
// macos12: main actor-isolated property 'body' can not be referenced from a nonisolated context
// tvos15: main actor-isolated property 'body' can not be referenced from a nonisolated context
import SwiftUI

func planted(_ view: some View) { _ = view.body }
