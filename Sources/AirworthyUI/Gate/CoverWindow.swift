#if canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(visionOS) && !os(watchOS)
import Foundation
import SwiftUI
import UIKit

/// A window that covers a scene, and the window that becomes key afterwards.
@MainActor final class CoverWindow {
    private let window: UIWindow
    private let controller: CoverController
    private weak var scene: UIWindowScene?
    private weak var previous: UIWindow?
    /// Whether the cover is in the app's window, below the sheets of the system.
    private var isAside = false

    init(_ scene: UIWindowScene, root: AnyView) {
        self.scene = scene
        previous = scene.windows.first { $0.isKeyWindow }
        // The keyboard would stay above the cover.
        for window in scene.windows { window.endEditing(true) }
        controller = CoverController(rootView: root)
        window = UIWindow(windowScene: scene)
        window.windowLevel = UIWindow.Level(rawValue: UIWindow.Level.alert.rawValue + 1)
        window.accessibilityViewIsModal = true
        controller.covered = { [weak self] in self?.covered?.rootViewController }
        show()
    }

    /// The app's window. At launch it may come after the cover, or become key later.
    private var covered: UIWindow? {
        previous ?? scene?.windows.first { $0 !== window && !$0.isHidden && $0.windowLevel == .normal }
    }

    private func show() {
        followStyle()
        window.rootViewController = controller
        window.makeKeyAndVisible()
    }

    /// Takes over what an app that is always dark says of its window, and of no other. At launch the window may come later.
    func followStyle() {
        if let style = covered?.overrideUserInterfaceStyle { window.overrideUserInterfaceStyle = style }
    }

    /// Replaces the view in place: its state stays.
    func show(_ root: AnyView) { controller.rootView = root }

    /// Moves the cover below the sheets of the app's window, or back. It stays in front of the app's content.
    func standAside(_ isAside: Bool) {
        guard isAside != self.isAside else { return }
        if isAside {
            guard var host = covered?.rootViewController else { return }
            while let presented = host.presentedViewController, !presented.isBeingDismissed { host = presented }
            hide()
            host.addChild(controller)
            controller.view.frame = host.view.bounds
            controller.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            host.view.addSubview(controller.view)
            controller.didMove(toParent: host)
            covered?.makeKey()
        } else {
            leaveHost()
            show()
        }
        self.isAside = isAside
    }

    func lower() {
        if isAside { leaveHost() } else { hide() }
        let covered = covered
        window.windowScene = nil
        covered?.makeKey()
    }

    private func hide() {
        window.isHidden = true
        window.rootViewController = nil
    }

    private func leaveHost() {
        controller.willMove(toParent: nil)
        controller.view.removeFromSuperview()
        controller.removeFromParent()
    }
}

/// The controller of a cover. Orientation and status bar stay those of the controller that it covers.
private final class CoverController: UIHostingController<AnyView> {
    /// Returns the controller that it covers.
    var covered: @MainActor () -> UIViewController? = { nil }

    override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        covered()?.supportedInterfaceOrientations ?? super.supportedInterfaceOrientations
    }

    override var prefersStatusBarHidden: Bool { covered()?.prefersStatusBarHidden ?? super.prefersStatusBarHidden }

    override var preferredStatusBarStyle: UIStatusBarStyle {
        covered()?.preferredStatusBarStyle ?? super.preferredStatusBarStyle
    }
}
#endif
