// ios15: call to main actor-isolated
// macos12: call to main actor-isolated
import Foundation
import SwiftUI

// macOS calls the completion on a queue of Launch Services.
@MainActor func planted(_ open: OpenURLAction, _ url: URL, done: @escaping @MainActor (Bool) -> Void) {
    open(url) { done($0) }
}
