#if canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(visionOS) && !os(watchOS)
import Foundation
import SwiftUI
import UIKit

/// Shows a window above alerts in each scene while a block is visible.
struct CoverWindows: ViewModifier {
    let model: AirworthyModel

    func body(content: Content) -> some View {
        content.background(SceneAnchor(covers: .shared(for: model)))
    }
}

/// The environment of a cover, which is a window of its own and inherits none.
enum CoverLook {
    /// That of a SwiftUI gate.
    case environment(EnvironmentValues)
    /// That of the system, as other windows of a UIKit app have it, with a theme and screens. A new `EnvironmentValues` would not do:
    /// its values follow neither the device nor its user.
    case system(AirworthyTheme, AirworthyScreens)

    @MainActor fileprivate func applied(to cover: BlockCover) -> AnyView {
        // The app's action belongs to another window, and may present something below the cover.
        let cover = cover.environment(\.openURL, OpenURLAction { _ in .systemAction })
        switch self {
        case .environment(let values): return AnyView(cover.environment(\.self, values))
        case .system(let theme, let screens):
            return AnyView(cover.environment(\.airworthyTheme, theme).environment(\.airworthyScreens, screens))
        }
    }
}

/// The scenes of the process and their covers.
///
/// The gates hold it, and the model does not: a cover shows a view of the model, which must end with the last gate.
@MainActor final class CoverRegistry {
    private let tokens = NotificationTokens()
    private var covers: SceneCovers<UIWindowScene, CoverWindow>?
    private var looks: [ObjectIdentifier: CoverLook] = [:]
    /// The look of the gate that changed last, for scenes without a gate.
    private var lastLook = CoverLook.system(AirworthyTheme(), AirworthyScreens())
    /// The scenes whose content UIKit owns. No view covers it there, so the window does it alone.
    private var attached: Set<ObjectIdentifier> = []
    private var gates: Set<ObjectIdentifier> = []
    private weak var model: AirworthyModel?

    private init(_ model: AirworthyModel) {
        self.model = model
        let covers = SceneCovers<UIWindowScene, CoverWindow>(
            isBlocked: { [weak self] scene in self?.isBlocked(scene) ?? false },
            raise: { [weak self] scene in self?.raise(in: scene) },
            lower: { $0.lower() })
        self.covers = covers
        #if os(iOS)
        // The notifications also report scenes without a gate.
        for name in [UIScene.willConnectNotification, UIScene.didActivateNotification] {
            tokens.observe(name) { [weak covers] scene in
                if let scene = scene as? UIWindowScene { covers?.add(scene) }
            }
        }
        tokens.observe(UIScene.didDisconnectNotification) { [weak self] scene in
            if let scene = scene as? UIWindowScene { self?.remove(scene) }
        }
        #endif
        model.blockChanged = { [weak self] _ in self?.update() }
        update()
    }

    /// Returns the only registry of a model.
    static func shared(for model: AirworthyModel) -> CoverRegistry {
        if let registry = model.attachment as? CoverRegistry { return registry }
        let registry = CoverRegistry(model)
        model.attachment = registry
        return registry
    }

    /// Adds a gate. While it exists, covers can be raised.
    func add(gate: AnyObject) {
        gates.insert(ObjectIdentifier(gate))
        update()
    }

    /// Removes a gate. The last one lowers all covers.
    func remove(gate: AnyObject) {
        gates.remove(ObjectIdentifier(gate))
        update()
    }

    /// Adds a scene.
    /// - Parameters:
    ///   - scene: The scene.
    ///   - isAttached: Whether UIKit owns its content, so that no view of a gate covers it.
    func add(_ scene: UIWindowScene, isAttached: Bool = false) {
        if isAttached { attached.insert(ObjectIdentifier(scene)) }
        covers?.add(scene)
        update()
    }

    private func remove(_ scene: UIWindowScene) {
        covers?.remove(scene)
        attached.remove(ObjectIdentifier(scene))
        looks[ObjectIdentifier(scene)] = nil
    }

    /// Uses a look for the covers of a scene, and for those of scenes without a gate.
    func use(_ look: CoverLook, in scene: UIWindowScene?) {
        lastLook = look
        guard let scene, let model else { return }
        looks[ObjectIdentifier(scene)] = look
        covers?.cover(of: scene)?.show(look.applied(to: BlockCover(model: model)))
    }

    private func isBlocked(_ scene: UIWindowScene) -> Bool {
        guard let model, !gates.isEmpty else { return false }
        return attached.contains(ObjectIdentifier(scene)) ? model.machine.isCovered : model.isCovering
    }

    private func raise(in scene: UIWindowScene) -> CoverWindow? {
        guard let model else { return nil }
        let look = looks[ObjectIdentifier(scene)] ?? lastLook
        return CoverWindow(scene, root: look.applied(to: BlockCover(model: model)))
    }

    /// Covers what is to be covered now.
    func update() {
        guard let model, let covers else { return }
        covers.update()
        for cover in covers.covers {
            cover.standAside(model.isStandingAside)
            cover.followStyle()
        }
        model.hasCovers = !covers.covers.isEmpty
    }
}

/// An invisible view that finds the scene around it.
private struct SceneAnchor: UIViewRepresentable {
    let covers: CoverRegistry

    func makeUIView(context: Context) -> AnchorView {
        let view = AnchorView(frame: .zero)
        view.isHidden = true
        view.covers = covers
        view.use(.environment(context.environment))
        covers.add(gate: view)
        return view
    }

    func updateUIView(_ view: AnchorView, context: Context) { view.use(.environment(context.environment)) }

    static func dismantleUIView(_ view: AnchorView, coordinator: Void) {
        view.covers?.remove(gate: view)
        view.covers = nil
    }
}

private final class AnchorView: UIView {
    var covers: CoverRegistry?
    private var look: CoverLook?

    func use(_ look: CoverLook) {
        self.look = look
        covers?.use(look, in: window?.windowScene)
    }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        guard let scene = window?.windowScene else { return }
        if let look { covers?.use(look, in: scene) }
        covers?.add(scene)
    }
}
#endif
