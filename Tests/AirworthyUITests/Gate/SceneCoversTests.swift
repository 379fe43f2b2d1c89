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

    private let covers = SceneCovers<Scene, Cover>(raise: { Cover($0.name) }, lower: { $0.isUp = false })
    private var names: [String] { covers.covers.map(\.name) }

    @Test func `a block covers each scene once, including scenes that connect later`() {
        let (a, b, c) = (Scene("a"), Scene("b"), Scene("c"))
        covers.add(a)
        covers.add(b)
        #expect(names == [])
        covers.setBlocked(true)
        covers.add(a)
        #expect(names == ["a", "b"])
        covers.add(c)
        #expect(names == ["a", "b", "c"])
        let up = covers.covers
        covers.setBlocked(true)
        #expect(up.allSatisfy { $0.isUp })
        covers.setBlocked(false)
        #expect(names == [] && up.allSatisfy { !$0.isUp })
    }

    @Test func `a cover is removed with its scene`() {
        var scene: Scene? = Scene("a")
        let other = Scene("b")
        covers.setBlocked(true)
        covers.add(scene!)
        covers.add(other)
        let cover = covers.covers[0]
        scene = nil
        covers.setBlocked(true)
        #expect(!cover.isUp && names == ["b"])
        covers.remove(other)
        #expect(names == [])
    }
}
