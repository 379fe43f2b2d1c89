#if canImport(SwiftUI) && !os(watchOS)
import Combine

/// Tells one scene from another, and lives as long as it.
@MainActor final class SceneToken: ObservableObject {
    private static var last = 0
    let id: Int
    private var work: Task<Void, Never>?

    init() {
        Self.last += 1
        id = Self.last
    }

    deinit { work?.cancel() }

    /// Goes on with work while the scene's root view is out of sight, as under a full-screen cover, where the view's own tasks
    /// end. Without it a block could not rise until the cover is gone.
    /// - Parameter body: The work. It ends when the view is back, or with the scene.
    func keep(_ body: @escaping @MainActor () async -> Void) {
        work?.cancel()
        work = Task { await body() }
    }

    /// The view is back and works itself.
    func rest() {
        work?.cancel()
        work = nil
    }
}
#endif
