/// The scene that shows a prompt or a banner: one that is in use, and no other.
struct SceneClaims: Hashable, Sendable {
    /// The visibility of a scene.
    enum Phase: Hashable, Sendable {
        case active
        case inactive
        case background
    }

    private struct Scene: Hashable, Sendable {
        var id: Int
        var phase: Phase
    }

    /// The scenes, the most recently activated at the end.
    private var scenes: [Scene] = []
    /// The scene that shows the prompt or banner.
    private(set) var holder: Int?

    /// Whether every scene is in the background; `false` without scenes.
    var isAllInBackground: Bool { !scenes.isEmpty && scenes.allSatisfy { $0.phase == .background } }

    /// Sets the phase of a scene, and adds the scene if it is new.
    mutating func set(_ phase: Phase, for id: Int) {
        let old = scenes.first { $0.id == id }
        guard old?.phase != phase else { return }
        if phase == .active || old == nil {
            scenes.removeAll { $0.id == id }
            scenes.append(Scene(id: id, phase: phase))
        } else {
            for index in scenes.indices where scenes[index].id == id { scenes[index].phase = phase }
        }
    }

    /// Removes a scene that closed.
    mutating func remove(_ id: Int) {
        scenes.removeAll { $0.id == id }
        if holder == id { holder = nil }
    }

    /// Assigns the prompt or banner to a scene, unless a scene already shows it.
    /// - Parameter isWanted: Whether there is a prompt or banner to show.
    mutating func assignHolder(isWanted: Bool) {
        guard isWanted else {
            holder = nil
            return
        }
        let active = scenes.last { $0.phase == .active }
        // A holder in the background loses the claim as soon as another scene is active.
        if let holder, active == nil || phase(of: holder) != .background { return }
        // The only scene need not wait until it is active. SwiftUI reports no phase for scenes that UIKit owns, so all of
        // them seem to be in the background.
        holder = active?.id ?? (scenes.count == 1 || isAllInBackground ? scenes.last?.id : nil)
    }

    private func phase(of id: Int) -> Phase? { scenes.first { $0.id == id }?.phase }
}
