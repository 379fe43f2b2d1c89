/// The covers of the scenes while a block is visible.
///
/// Closures show and hide a cover, so that tests need no windows.
@MainActor final class SceneCovers<Scene: AnyObject, Cover: AnyObject> {
    private struct Entry {
        weak var scene: Scene?
        var cover: Cover?
    }

    private var entries: [Entry] = []
    private let isBlocked: @MainActor (Scene) -> Bool
    private let raise: @MainActor (Scene) -> Cover?
    private let lower: @MainActor (Cover) -> Void

    /// Creates an empty set of covers.
    /// - Parameters:
    ///   - isBlocked: Whether a scene is to be covered.
    ///   - raise: Creates the cover of a scene; `nil` if there is nothing to show any more.
    ///   - lower: Removes a cover.
    init(
        isBlocked: @escaping @MainActor (Scene) -> Bool, raise: @escaping @MainActor (Scene) -> Cover?,
        lower: @escaping @MainActor (Cover) -> Void
    ) {
        self.isBlocked = isBlocked
        self.raise = raise
        self.lower = lower
    }

    /// The visible covers.
    var covers: [Cover] { entries.compactMap(\.cover) }

    /// Returns the visible cover of a scene.
    func cover(of scene: Scene) -> Cover? { entries.first { $0.scene === scene }?.cover }

    /// Adds a scene, and covers it if it is blocked. Adding a scene again has no effect.
    func add(_ scene: Scene) {
        if !entries.contains(where: { $0.scene === scene }) { entries.append(Entry(scene: scene)) }
        update()
    }

    /// Removes a scene and its cover.
    func remove(_ scene: Scene) {
        for entry in entries where entry.scene === scene { entry.cover.map(lower) }
        entries.removeAll { $0.scene === scene }
        dropGone()
    }

    /// Covers the scenes that are blocked, and no others.
    func update() {
        dropGone()
        for index in entries.indices {
            guard let scene = entries[index].scene else { continue }
            switch (isBlocked(scene), entries[index].cover) {
            case (true, nil): entries[index].cover = raise(scene)
            case (false, let cover?):
                entries[index].cover = nil
                lower(cover)
            default: break
            }
        }
    }

    private func dropGone() {
        for entry in entries where entry.scene == nil { entry.cover.map(lower) }
        entries.removeAll { $0.scene == nil }
    }
}
