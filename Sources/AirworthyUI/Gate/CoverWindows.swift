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

/// A window that covers a scene, and the window that becomes key afterwards.
@MainActor final class CoverWindow {
    let window: UIWindow
    private let controller: CoverController
    private weak var previous: UIWindow?

    init(_ scene: UIWindowScene, root: AnyView) {
        previous = scene.windows.first { $0.isKeyWindow }
        // The keyboard would stay above the cover.
        for window in scene.windows { window.endEditing(true) }
        controller = CoverController(rootView: root)
        controller.covered = previous?.rootViewController
        window = UIWindow(windowScene: scene)
        window.windowLevel = UIWindow.Level(rawValue: UIWindow.Level.alert.rawValue + 1)
        window.rootViewController = controller
        window.accessibilityViewIsModal = true
        window.makeKeyAndVisible()
    }

    /// Replaces the view in place: its state stays.
    func show(_ root: AnyView) { controller.rootView = root }

    func lower() {
        window.isHidden = true
        window.rootViewController = nil
        window.windowScene = nil
        previous?.makeKey()
    }
}

/// The controller of a cover. Orientation and status bar stay those of the controller that it covers.
private final class CoverController: UIHostingController<AnyView> {
    weak var covered: UIViewController?

    override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        covered?.supportedInterfaceOrientations ?? super.supportedInterfaceOrientations
    }

    override var prefersStatusBarHidden: Bool { covered?.prefersStatusBarHidden ?? super.prefersStatusBarHidden }

    override var preferredStatusBarStyle: UIStatusBarStyle {
        covered?.preferredStatusBarStyle ?? super.preferredStatusBarStyle
    }
}

/// The scenes of the process and their covers.
///
/// The gates hold it, and the model does not: a cover shows a view of the model, which must end with the last gate.
@MainActor final class CoverRegistry {
    private let tokens = NotificationTokens()
    private var covers: SceneCovers<UIWindowScene, CoverWindow>?
    /// The environment of the gate that changed last, also for scenes without a gate.
    private var environment = EnvironmentValues()
    private var gates: Set<ObjectIdentifier> = []
    private weak var model: AirworthyModel?

    private init(_ model: AirworthyModel) {
        self.model = model
        let covers = SceneCovers<UIWindowScene, CoverWindow>(
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
        tokens.observe(UIScene.didDisconnectNotification) { [weak covers] scene in
            if let scene = scene as? UIWindowScene { covers?.remove(scene) }
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
    func add(_ gate: AnyObject) {
        gates.insert(ObjectIdentifier(gate))
        update()
    }

    /// Removes a gate. The last one lowers all covers.
    func remove(_ gate: AnyObject) {
        gates.remove(ObjectIdentifier(gate))
        update()
    }

    /// Adds a scene.
    func add(_ scene: UIWindowScene) {
        covers?.add(scene)
        update()
    }

    /// Uses the environment of a gate for the covers, which are windows of their own and inherit none.
    func use(_ environment: EnvironmentValues) {
        self.environment = environment
        guard let model else { return }
        for cover in covers?.covers ?? [] { cover.show(root(of: model)) }
    }

    private func raise(in scene: UIWindowScene) -> CoverWindow? {
        guard let model else { return nil }
        return CoverWindow(scene, root: root(of: model))
    }

    private func update() {
        guard let model, let covers else { return }
        covers.setBlocked(model.isCovering && !gates.isEmpty)
        model.hasCovers = !covers.covers.isEmpty
    }

    private func root(of model: AirworthyModel) -> AnyView {
        AnyView(
            BlockCover(model: model)
                // The app's action belongs to another window, and may present something below the cover.
                .environment(\.openURL, OpenURLAction { _ in .systemAction })
                .environment(\.self, environment))
    }
}

/// An invisible view that finds the scene around it.
private struct SceneAnchor: UIViewRepresentable {
    let covers: CoverRegistry

    func makeUIView(context: Context) -> AnchorView {
        let view = AnchorView(frame: .zero)
        view.isHidden = true
        view.covers = covers
        covers.use(context.environment)
        covers.add(view)
        return view
    }

    func updateUIView(_ view: AnchorView, context: Context) { covers.use(context.environment) }

    static func dismantleUIView(_ view: AnchorView, coordinator: Void) {
        view.covers?.remove(view)
        view.covers = nil
    }
}

private final class AnchorView: UIView {
    var covers: CoverRegistry?

    override func didMoveToWindow() {
        super.didMoveToWindow()
        if let scene = window?.windowScene { covers?.add(scene) }
    }
}
#endif
