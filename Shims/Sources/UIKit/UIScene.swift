public import Foundation

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive = 0
        case foregroundInactive = 1
        case background = 2
    }

    @_spi(Shim) public var state: UIScene.ActivationState = .foregroundActive

    open var activationState: UIScene.ActivationState { state }

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

    /// The windows that can be seen, the foremost first.
    @_spi(Shim) public var visible: [UIWindow] {
        attached.enumerated().filter { !$0.element.isHidden }
            .sorted { ($0.element.windowLevel.rawValue, $0.offset) > ($1.element.windowLevel.rawValue, $1.offset) }
            .map(\.element)
    }
}

/// What the system does to scenes. The notifications are those that an app hears.
@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@_spi(Shim) extension UIApplication {
    public func connect() -> UIWindowScene {
        let scene = UIWindowScene()
        scenes.append(scene)
        post(UIScene.willConnectNotification, scene)
        return scene
    }

    public func disconnect(_ scene: UIWindowScene) {
        scenes.removeAll { $0 === scene }
        scene.state = .unattached
        post(UIScene.didDisconnectNotification, scene)
    }

    public func enterBackground(_ scene: UIScene) {
        scene.state = .foregroundInactive
        post(UIScene.willDeactivateNotification, scene)
        scene.state = .background
        post(UIScene.didEnterBackgroundNotification, scene)
    }

    public func enterForeground(_ scene: UIScene) {
        scene.state = .foregroundInactive
        post(UIScene.willEnterForegroundNotification, scene)
        scene.state = .foregroundActive
        post(UIScene.didActivateNotification, scene)
    }

    private func post(_ name: NSNotification.Name, _ scene: UIScene) {
        NotificationCenter.default.post(name: name, object: scene)
    }
}
