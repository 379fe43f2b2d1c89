/// The covers of the scenes while a block is visible.
///
/// Closures show and hide a cover, so that tests need no windows.
@MainActor final class SceneCovers<Scene: AnyObject, Cover: AnyObject> {
    private struct Entry {
        weak var scene: Scene?
        var cover: Cover?
    }

    private var entries: [Entry] = []
    private var isBlocked = false
    private let raise: @MainActor (Scene) -> Cover?
    private let lower: @MainActor (Cover) -> Void

    /// Creates an empty set of covers.
    /// - Parameters:
    ///   - raise: Creates the cover of a scene; `nil` if there is nothing to show any more.
    ///   - lower: Removes a cover.
    init(raise: @escaping @MainActor (Scene) -> Cover?, lower: @escaping @MainActor (Cover) -> Void) {
        self.raise = raise
        self.lower = lower
    }

    /// The visible covers.
    var covers: [Cover] { entries.compactMap(\.cover) }

    /// Adds a scene, and covers it if a block is visible. Adding a scene again has no effect.
    func add(_ scene: Scene) {
        dropGone()
        if !entries.contains(where: { $0.scene === scene }) { entries.append(Entry(scene: scene)) }
        update()
    }

    /// Removes a scene and its cover.
    func remove(_ scene: Scene) {
        for entry in entries where entry.scene === scene { entry.cover.map(lower) }
        entries.removeAll { $0.scene === scene }
        dropGone()
    }

    /// Sets whether a block is visible.
    func setBlocked(_ isBlocked: Bool) {
        self.isBlocked = isBlocked
        dropGone()
        update()
    }

    private func update() {
        for index in entries.indices {
            if isBlocked, entries[index].cover == nil, let scene = entries[index].scene {
                entries[index].cover = raise(scene)
            } else if !isBlocked, let cover = entries[index].cover {
                entries[index].cover = nil
                lower(cover)
            }
        }
    }

    private func dropGone() {
        for entry in entries where entry.scene == nil { entry.cover.map(lower) }
        entries.removeAll { $0.scene == nil }
    }
}
