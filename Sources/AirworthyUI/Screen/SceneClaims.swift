/// Which scene shows a prompt or a banner: one that somebody looks at, and no other.
struct SceneClaims: Hashable, Sendable {
    /// How visible a scene is.
    enum Phase: Hashable, Sendable {
        case active
        case inactive
        case background
    }

    private struct Scene: Hashable, Sendable {
        var id: Int
        var phase: Phase
    }

    /// The scenes, that which became active last at the end.
    private var scenes: [Scene] = []
    /// The scene that shows it.
    private(set) var holder: Int?

    /// Whether no scene is visible; `false` where there is none.
    var isAllInBackground: Bool { !scenes.isEmpty && scenes.allSatisfy { $0.phase == .background } }

    /// A scene is there, or became more or less visible.
    mutating func set(_ id: Int, _ phase: Phase) {
        let old = scenes.first { $0.id == id }
        guard old?.phase != phase else { return }
        if phase == .active || old == nil {
            scenes.removeAll { $0.id == id }
            scenes.append(Scene(id: id, phase: phase))
        } else {
            for index in scenes.indices where scenes[index].id == id { scenes[index].phase = phase }
        }
    }

    /// A scene is gone.
    mutating func remove(_ id: Int) {
        scenes.removeAll { $0.id == id }
        if holder == id { holder = nil }
    }

    /// Gives what is to be shown to a scene, unless one has it.
    /// - Parameter isWanted: Whether there is anything to show.
    mutating func settle(isWanted: Bool) {
        guard isWanted else {
            holder = nil
            return
        }
        let active = scenes.last { $0.phase == .active }
        // Out of sight it would be seen by nobody while another scene is in use.
        if let holder, active == nil || phase(of: holder) != .background { return }
        // The only scene need not wait until it is active. Of UIKit's own scenes no phase is ever told, so that all of them
        // seem to be in the background.
        holder = active?.id ?? (scenes.count == 1 || isAllInBackground ? scenes.last?.id : nil)
    }

    private func phase(of id: Int) -> Phase? { scenes.first { $0.id == id }?.phase }
}
