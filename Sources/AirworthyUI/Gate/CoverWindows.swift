#if canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(visionOS) && !os(watchOS)
import Foundation
import SwiftUI
import UIKit

/// Shows a window above alerts in each scene while a block is visible.
struct CoverWindows: ViewModifier {
    let model: AirworthyModel
    @Environment(\.airworthyTheme) private var theme
    @Environment(\.airworthyScreens) private var screens

    func body(content: Content) -> some View {
        content.background(SceneAnchor(look: CoverLook(theme: theme, screens: screens), covers: .shared(for: model)))
    }
}

/// The environment values that a separate window does not inherit.
struct CoverLook {
    var theme: AirworthyTheme
    var screens: AirworthyScreens
}

/// A window that covers a scene, and the window that becomes key afterwards.
@MainActor final class CoverWindow {
    let window: UIWindow
    private weak var previous: UIWindow?

    init(_ scene: UIWindowScene, root: some View) {
        previous = scene.windows.first { $0.isKeyWindow }
        // The keyboard would stay above the cover.
        for window in scene.windows { window.endEditing(true) }
        window = UIWindow(windowScene: scene)
        window.windowLevel = UIWindow.Level(rawValue: UIWindow.Level.alert.rawValue + 1)
        window.rootViewController = UIHostingController(rootView: root)
        window.accessibilityViewIsModal = true
        window.makeKeyAndVisible()
    }

    func lower() {
        window.isHidden = true
        window.rootViewController = nil
        window.windowScene = nil
        previous?.makeKey()
    }
}

/// The scenes of the process and their covers.
@MainActor final class CoverRegistry {
    var look = CoverLook(theme: AirworthyTheme(), screens: AirworthyScreens())
    private let tokens = NotificationTokens()
    private var covers: SceneCovers<UIWindowScene, CoverWindow>?
    private weak var model: AirworthyModel?

    init(_ model: AirworthyModel) {
        self.model = model
        let covers = SceneCovers<UIWindowScene, CoverWindow>(
            raise: { [unowned self, unowned model] scene in
                CoverWindow(
                    scene,
                    root: BlockCover(model: model)
                        .environment(\.airworthyTheme, look.theme).environment(\.airworthyScreens, look.screens))
            },
            lower: { $0.lower() })
        self.covers = covers
        #if os(iOS)
        // The notifications also report scenes without a gate.
        for name in [UIScene.willConnectNotification, UIScene.didActivateNotification] {
            tokens.observe(name) { scene in if let scene = scene as? UIWindowScene { covers.add(scene) } }
        }
        tokens.observe(UIScene.didDisconnectNotification) { scene in
            if let scene = scene as? UIWindowScene { covers.remove(scene) }
        }
        #endif
        model.blockChanged = { [unowned model] isBlocked in
            covers.setBlocked(isBlocked)
            model.hasCovers = !covers.covers.isEmpty
        }
        covers.setBlocked(model.machine.block != nil)
    }

    func add(_ scene: UIWindowScene) {
        covers?.add(scene)
        model?.hasCovers = covers?.covers.isEmpty == false
    }

    /// Returns the only registry of a model.
    static func shared(for model: AirworthyModel) -> CoverRegistry {
        if let registry = model.attachment as? CoverRegistry { return registry }
        let registry = CoverRegistry(model)
        model.attachment = registry
        return registry
    }
}

/// An invisible view that finds the scene around it.
private struct SceneAnchor: UIViewRepresentable {
    let look: CoverLook
    let covers: CoverRegistry

    func makeUIView(context: Context) -> AnchorView {
        let view = AnchorView(frame: .zero)
        view.isHidden = true
        view.covers = covers
        return view
    }

    func updateUIView(_ view: AnchorView, context: Context) {
        covers.look = look
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
