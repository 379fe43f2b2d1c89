/// A cover for each scene while something blocks.
///
/// Plain, so that it is tested without any windows: it keeps the books, and leaves raising and lowering to closures.
@MainActor final class SceneCovers<Scene: AnyObject, Cover: AnyObject> {
    private struct Entry {
        weak var scene: Scene?
        var cover: Cover?
    }

    private var entries: [Entry] = []
    private var isBlocked = false
    private let raise: @MainActor (Scene) -> Cover
    private let lower: @MainActor (Cover) -> Void

    /// - Parameters:
    ///   - raise: Covers a scene.
    ///   - lower: Takes a cover away.
    init(raise: @escaping @MainActor (Scene) -> Cover, lower: @escaping @MainActor (Cover) -> Void) {
        self.raise = raise
        self.lower = lower
    }

    /// The covers that are up.
    var covers: [Cover] { entries.compactMap(\.cover) }

    /// A scene is there; it is covered at once if something blocks. Knows each scene once.
    func add(_ scene: Scene) {
        dropGone()
        if !entries.contains(where: { $0.scene === scene }) { entries.append(Entry(scene: scene)) }
        update()
    }

    /// A scene is gone.
    func remove(_ scene: Scene) {
        for entry in entries where entry.scene === scene { entry.cover.map(lower) }
        entries.removeAll { $0.scene === scene }
        dropGone()
    }

    /// Something blocks, or nothing does any more.
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
