#if canImport(SwiftUI) && !os(watchOS)
import Combine

/// The identity of a scene. It lives as long as the scene.
@MainActor final class SceneToken: ObservableObject {
    private static var last = 0
    let id: Int
    private var work: Task<Void, Never>?

    init() {
        Self.last += 1
        id = Self.last
    }

    deinit { work?.cancel() }

    /// Continues work while the scene's root view is hidden, e.g. under a full-screen cover, which ends the view's tasks.
    /// Otherwise a block could not appear until the cover is gone.
    /// - Parameter body: The work. It ends when the view reappears or the scene closes.
    func keepRunning(_ body: @escaping @MainActor () async -> Void) {
        work?.cancel()
        work = Task { await body() }
    }

    /// Ends the work, because the view is visible and runs it again.
    func stop() {
        work?.cancel()
        work = nil
    }
}
#endif
