#if canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(visionOS) && !os(watchOS)
import Foundation
import SwiftUI
import UIKit

/// A window above alerts for each scene while something blocks.
struct CoverWindows: ViewModifier {
    let model: AirworthyModel
    @Environment(\.airworthyTheme) private var theme
    @Environment(\.airworthyScreens) private var screens

    func body(content: Content) -> some View {
        content.background(SceneAnchor(look: CoverLook(theme: theme, screens: screens), books: .shared(for: model)))
    }
}

/// What a window of its own does not inherit.
struct CoverLook {
    var theme: AirworthyTheme
    var screens: AirworthyScreens
}

/// A cover, and the window to which the keyboard returns.
@MainActor final class CoverWindow {
    let window: UIWindow
    private weak var previous: UIWindow?

    init(_ scene: UIWindowScene, root: some View) {
        previous = scene.windows.first { $0.isKeyWindow }
        // A keyboard would stay above the cover.
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

/// Knows the scenes of the process, and covers them.
@MainActor final class CoverBooks {
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
        // Scenes tell of themselves, also those without a gate of their own.
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

    /// The books of a model.
    static func shared(for model: AirworthyModel) -> CoverBooks {
        if let books = model.attachment as? CoverBooks { return books }
        let books = CoverBooks(model)
        model.attachment = books
        return books
    }
}

/// Finds out which scene a view is in.
private struct SceneAnchor: UIViewRepresentable {
    let look: CoverLook
    let books: CoverBooks

    func makeUIView(context: Context) -> AnchorView {
        let view = AnchorView(frame: .zero)
        view.isHidden = true
        view.books = books
        return view
    }

    func updateUIView(_ view: AnchorView, context: Context) {
        books.look = look
    }
}

private final class AnchorView: UIView {
    var books: CoverBooks?

    override func didMoveToWindow() {
        super.didMoveToWindow()
        if let scene = window?.windowScene { books?.add(scene) }
    }
}
#endif
