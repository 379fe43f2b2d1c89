#if canImport(SwiftUI)
import Foundation
import SwiftUI

extension OpenURLAction {
    /// The action as a function that ``UpdateLinks`` can call.
    @MainActor var opener: LinkOpener {
        #if os(watchOS)
        // The system does not say whether a link opened there.
        { url, done in
            self(url)
            done(true)
        }
        #else
        { url, done in
            // macOS calls back on a queue of its own. A closure without `@Sendable` would be taken for one of the main actor,
            // and stop the app there.
            self(url) { @Sendable isOpen in Task { @MainActor in done(isOpen) } }
        }
        #endif
    }
}
#endif
