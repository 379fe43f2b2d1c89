public import Foundation

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    @_spi(Shim) public var state: UIScene.ActivationState = .foregroundActive {
        didSet { for told in changed { told(state) } }
    }
    /// The observers of the activation state.
    @_spi(Shim) public var changed: [(UIScene.ActivationState) -> Void] = []

    open var activationState: UIScene.ActivationState { state }

    public final class OpenExternalURLOptions: NSObject {}

    /// Opens a link like the application of the test.
    open func open(
        _ url: URL, options: UIScene.OpenExternalURLOptions?,
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        guard let application = Current.application else { return }
        application.opened.append(url)
        completion?(application.accepts(url))
    }

    nonisolated open class var willConnectNotification: NSNotification.Name {
        NSNotification.Name("UISceneWillConnectNotification")
    }
    nonisolated open class var didDisconnectNotification: NSNotification.Name {
        NSNotification.Name("UISceneDidDisconnectNotification")
    }
    nonisolated open class var didActivateNotification: NSNotification.Name {
        NSNotification.Name("UISceneDidActivateNotification")
    }
    nonisolated open class var willDeactivateNotification: NSNotification.Name {
        NSNotification.Name("UISceneWillDeactivateNotification")
    }
    nonisolated open class var willEnterForegroundNotification: NSNotification.Name {
        NSNotification.Name("UISceneWillEnterForegroundNotification")
    }
    nonisolated open class var didEnterBackgroundNotification: NSNotification.Name {
        NSNotification.Name("UISceneDidEnterBackgroundNotification")
    }
}

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@MainActor open class UIWindowScene: UIScene {
    var attached: [UIWindow] = []

    open var windows: [UIWindow] { attached }

    @available(iOS 15.0, tvOS 15.0, *)
    open var keyWindow: UIWindow? { attached.first(where: \.isKeyWindow) }

    /// The visible windows, the foremost first.
    @_spi(Shim) public var visible: [UIWindow] {
        attached.enumerated().filter { !$0.element.isHidden }
            .sorted { ($0.element.windowLevel.rawValue, $0.offset) > ($1.element.windowLevel.rawValue, $1.offset) }
            .map(\.element)
    }
}

/// The system's actions on scenes, with their notifications and those of the application when the last scene
/// leaves the foreground or the first one returns.
@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@_spi(Shim) extension UIApplication {
    public func connect() async -> UIWindowScene {
        let scene = UIWindowScene()
        scenes.append(scene)
        await post(UIScene.willConnectNotification, scene)
        return scene
    }

    public func disconnect(_ scene: UIWindowScene) async {
        scenes.removeAll { $0 === scene }
        scene.state = .unattached
        await post(UIScene.didDisconnectNotification, scene)
    }

    public func enterBackground(_ scene: UIScene) async {
        let isLast = scenes.allSatisfy { $0 === scene || $0.state == .background }
        scene.state = .foregroundInactive
        await post(UIScene.willDeactivateNotification, scene)
        if isLast { await post(UIApplication.willResignActiveNotification, self) }
        scene.state = .background
        await post(UIScene.didEnterBackgroundNotification, scene)
        if isLast { await post(UIApplication.didEnterBackgroundNotification, self) }
    }

    public func enterForeground(_ scene: UIScene) async {
        let isFirst = scenes.allSatisfy { $0.state == .background }
        if isFirst { await post(UIApplication.willEnterForegroundNotification, self) }
        scene.state = .foregroundInactive
        await post(UIScene.willEnterForegroundNotification, scene)
        scene.state = .foregroundActive
        if isFirst { await post(UIApplication.didBecomeActiveNotification, self) }
        await post(UIScene.didActivateNotification, scene)
    }

    // Posts from another thread: if the main thread posts, swift-corelibs-foundation waits for ever for observers on
    // the main queue.
    // The observers have run when this returns.
    private func post(_ name: NSNotification.Name, _ object: UIResponder) async {
        await Task.detached { NotificationCenter.default.post(name: name, object: object) }.value
    }
}
