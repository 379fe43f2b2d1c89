#if canImport(SwiftUI) && !os(watchOS)
import Combine

/// Tells one scene from another.
@MainActor final class SceneToken: ObservableObject {
    private static var last = 0
    let id: Int

    init() {
        Self.last += 1
        id = Self.last
    }
}
#endif
