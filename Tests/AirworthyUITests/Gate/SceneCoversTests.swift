import Testing

@testable import AirworthyUI

@Suite @MainActor struct SceneCoversTests {
    private final class Scene {
        let name: String
        init(_ name: String) { self.name = name }
    }
    private final class Cover {
        let name: String
        var isUp = true
        init(_ name: String) { self.name = name }
    }

    private final class Blocked { var names: Set<String> = [] }

    private let blocked = Blocked()
    private let covers: SceneCovers<Scene, Cover>
    private var names: [String] { covers.covers.map(\.name) }

    init() {
        covers = SceneCovers(
            isBlocked: { [blocked] in blocked.names.contains($0.name) }, raise: { Cover($0.name) },
            lower: { $0.isUp = false })
    }

    private func block(_ names: Set<String>) {
        blocked.names = names
        covers.update()
    }

    @Test func `a block covers each scene once, including scenes that connect later`() {
        let (a, b, c) = (Scene("a"), Scene("b"), Scene("c"))
        covers.add(a)
        covers.add(b)
        #expect(names == [])
        block(["a", "b", "c"])
        covers.add(a)
        #expect(names == ["a", "b"])
        covers.add(c)
        #expect(names == ["a", "b", "c"])
        let up = covers.covers
        block(["a", "b", "c"])
        #expect(up.allSatisfy { $0.isUp })
        block([])
        #expect(names == [] && up.allSatisfy { !$0.isUp })
    }

    @Test func `a cover is removed with its scene`() {
        var scene: Scene? = Scene("a")
        let other = Scene("b")
        block(["a", "b", "c"])
        covers.add(scene!)
        covers.add(other)
        let cover = covers.covers[0]
        scene = nil
        block(["a", "b", "c"])
        #expect(!cover.isUp && names == ["b"])
        covers.remove(other)
        #expect(names == [])
    }

    @Test func `each scene is blocked or not, whatever the others are`() {
        let (a, b) = (Scene("a"), Scene("b"))
        covers.add(a)
        covers.add(b)
        block(["a"])
        #expect(names == ["a"] && covers.cover(of: a)?.name == "a" && covers.cover(of: b) == nil)
        block(["b"])
        #expect(names == ["b"])
    }
}
