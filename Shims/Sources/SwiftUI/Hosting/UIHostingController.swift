#if canImport(UIKit)
public import Foundation
@_spi(Shim) public import UIKit

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency open class UIHostingController<Content>: UIViewController, Hosting where Content: View {
    @MainActor @preconcurrency public var rootView: Content { didSet { host.invalidation() } }
    private var isShown = false

    /// The evaluator of the view, from its first appearance.
    @_spi(Shim) public private(set) lazy var host: Host = {
        let host = Host { [unowned self] in rootView }
        host.owner = self
        // SwiftUI reports no phase for scenes that UIKit owns.
        host.environment.scenePhase = .background
        return host
    }()

    @MainActor @preconcurrency public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }

    @MainActor @preconcurrency public init?(coder aDecoder: NSCoder, rootView: Content) {
        self.rootView = rootView
        super.init(coder: aDecoder)
    }

    @MainActor @preconcurrency public required dynamic init?(coder aDecoder: NSCoder) {
        fatalError("there are no storyboards here")
    }

    open override func viewDidAppear(_ animated: Bool) {
        isShown = true
        host.update()
    }

    open override func viewDidDisappear(_ animated: Bool) { isShown = false }

    var shownHost: Host? { isShown ? host : nil }
}

@MainActor protocol Hosting: UIViewController {
    var shownHost: Host? { get }
}

@_spi(Shim) extension UIApplication {
    /// The hosts of all visible windows, in the order of the scenes, the foremost window first.
    public var hosts: [Host] { scenes.compactMap { $0 as? UIWindowScene }.flatMap(\.hosts) }

    /// Runs the tasks of all visible windows until they wait.
    public func settle() async { await Host.settle { hosts } }

    /// Waits until a condition holds that tasks without a view cause.
    public func settle(until isSo: () -> Bool) async {
        repeat { await settle() } while !isSo() && !Task.isCancelled
    }
}

@_spi(Shim) extension UIWindowScene {
    public var hosts: [Host] { visible.flatMap { $0.rootViewController.map(hosts(in:)) ?? [] } }

    private func hosts(in controller: UIViewController) -> [Host] {
        (controller.presentedViewController.map(hosts(in:)) ?? [])
            + ((controller as? any Hosting)?.shownHost.map { [$0] } ?? []) + controller.children.flatMap(hosts(in:))
    }

    /// Creates a window with this view, like the window of an app.
    @discardableResult public func show<Content>(@ViewBuilder _ content: () -> Content) -> Host where Content: View {
        let window = UIWindow(windowScene: self)
        let controller = UIHostingController(rootView: content())
        window.rootViewController = controller
        // SwiftUI passes the scene phase to its own windows.
        controller.host.environment.scenePhase = ScenePhase(state)
        window.makeKeyAndVisible()
        changed.append { [weak host = controller.host] state in host?.enter(ScenePhase(state)) }
        return controller.host
    }
}

@available(iOS 14.0, tvOS 14.0, visionOS 1.0, *)
extension ScenePhase {
    init(_ state: UIScene.ActivationState) {
        self = state == .foregroundActive ? .active : state == .foregroundInactive ? .inactive : .background
    }
}
#endif
