#if canImport(SwiftUI) && canImport(UIKit) && !os(tvOS) && !os(visionOS) && !os(watchOS)
public import Airworthy
import Combine
public import Foundation
public import SwiftUI
public import UIKit

extension Airworthy {
    /// Adds the gate to a scene of a UIKit app, without a controller of its own around the app's: a gate is a window above the
    /// scene, and a prompt is presented by the topmost controller. Orientation and status bar stay the app's. It also runs the
    /// client, until the scene disconnects.
    ///
    /// ```swift
    /// func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    ///     if let scene = scene as? UIWindowScene { airworthy.attachGate(to: scene) }
    /// }
    /// ```
    /// - Parameters:
    ///   - scene: The scene. Attaching to it again has no effect.
    ///   - theme: The appearance of the screens.
    ///   - holdLaunch: The longest time in seconds that a window covers the app until the first decision of this launch; see
    ///     `updateGate`.
    ///   - prompt: The form of a prompt.
    @MainActor public func attachGate(
        to scene: UIWindowScene, theme: AirworthyTheme = AirworthyTheme(), holdLaunch: TimeInterval? = nil,
        prompt: UpdatePromptStyle = .sheet
    ) {
        let look = SceneGate.Look(theme: theme, screens: AirworthyScreens(), prompt: prompt)
        SceneGate.attach(to: scene, airworthy: self, look: look, holdLaunch: holdLaunch)
    }

    /// Adds the gate to a scene of a UIKit app, with a view of your own in place of built-in screens.
    ///
    /// ```swift
    /// airworthy.attachGate(to: scene, holdLaunch: 3) { screen in OwnScreen(screen: screen) }
    /// airworthy.attachGate(to: scene, replacing: .gate, .maintenance) { screen in OwnScreen(screen: screen) }
    /// ```
    /// - Parameters:
    ///   - scene: The scene. Attaching to it again has no effect.
    ///   - theme: The appearance of the other screens.
    ///   - holdLaunch: The longest time in seconds that a window covers the app until the first decision of this launch.
    ///   - prompt: The form of a prompt that is not replaced.
    ///   - kinds: The screens to replace; all but `.launching` if empty.
    ///   - content: Creates the view from the decision, the texts and the actions.
    @MainActor public func attachGate<Replacement: View>(
        to scene: UIWindowScene, theme: AirworthyTheme = AirworthyTheme(), holdLaunch: TimeInterval? = nil,
        prompt: UpdatePromptStyle = .sheet, replacing kinds: UpdateScreen.Kind...,
        @ViewBuilder content: @escaping @MainActor (UpdateScreen) -> Replacement
    ) {
        var screens = AirworthyScreens()
        screens.replace(kinds, with: content)
        let look = SceneGate.Look(theme: theme, screens: screens, prompt: prompt)
        SceneGate.attach(to: scene, airworthy: self, look: look, holdLaunch: holdLaunch)
    }
}

/// The gate of a scene that UIKit owns.
@MainActor final class SceneGate {
    /// The appearance of its screens.
    struct Look {
        let theme: AirworthyTheme
        let screens: AirworthyScreens
        let prompt: UpdatePromptStyle

        /// Whether a prompt is the system's alert. It has no room for the app's own view.
        var isAlert: Bool { prompt == .alert && screens.views[.prompt] == nil }
    }

    private static var gates: [ObjectIdentifier: SceneGate] = [:]

    private let model: AirworthyModel
    private let covers: CoverRegistry
    private let token = SceneToken()
    private let look: Look
    private let notifications = NotificationTokens()
    private weak var scene: UIWindowScene?
    private weak var sheet: SheetController?
    /// Weak, because an app may dismiss what is on top of its controllers. The prompt comes again then.
    private weak var alert: UIAlertController?
    private var alertedItem: Int?
    private var subscription: AnyCancellable?

    /// Attaches a gate to a scene, unless it has one.
    static func attach(to scene: UIWindowScene, airworthy: Airworthy, look: Look, holdLaunch: TimeInterval?) {
        let id = ObjectIdentifier(scene)
        if gates[id]?.scene === scene { return }
        let model = AirworthyModel.shared(for: airworthy, isHolding: holdLaunch != nil)
        gates[id] = SceneGate(scene, model: model, look: look)
        if let holdLaunch { Task { await model.holdLaunch(holdLaunch) } }
    }

    private init(_ scene: UIWindowScene, model: AirworthyModel, look: Look) {
        self.scene = scene
        self.model = model
        self.look = look
        covers = .shared(for: model)
        covers.use(.system(look.theme, look.screens), in: scene)
        covers.add(gate: self)
        covers.add(scene, isAttached: true)
        token.keepRunning { [model] in await model.run() }
        observe(scene)
        subscription = model.objectWillChange.sink { [weak self] _ in Task { @MainActor in self?.update() } }
        update()
    }

    private func observe(_ scene: UIWindowScene) {
        let phases: [(Notification.Name, SceneClaims.Phase)] = [
            (UIScene.didActivateNotification, .active), (UIScene.willDeactivateNotification, .inactive),
            (UIScene.didEnterBackgroundNotification, .background),
        ]
        for (name, phase) in phases {
            notifications.observe(name) { [weak self] object in
                if object === self?.scene { self?.enter(phase) }
            }
        }
        notifications.observe(UIScene.didDisconnectNotification) { [weak self] object in
            if object === self?.scene { self?.detach() }
        }
        enter(scene.activationState == .background ? .background : .active)
    }

    private func enter(_ phase: SceneClaims.Phase) {
        model.setPhase(phase, ofScene: token.id)
        update()
    }

    private func detach() {
        token.stop()
        subscription = nil
        model.removeScene(token.id)
        covers.remove(gate: self)
        Self.gates = Self.gates.filter { $0.value !== self }
    }

    // MARK: Prompts

    /// Covers the scene while it has to be, presents its prompt or banner, or ends one that is no more.
    private func update() {
        covers.update()
        let prompt = model.prompt(in: token.id)
        if look.isAlert { updateAlert(prompt) }
        let item = (look.isAlert ? nil : prompt) ?? model.banner(in: token.id)
        if let sheet {
            if sheet.item.id == item?.id {
                if let item { sheet.show(root(of: item)) }
                return
            }
            // The next one follows when this one is gone.
            sheet.dismiss(animated: true) { [weak self] in self?.update() }
            return
        }
        guard let item, alert == nil, let top else { return }
        let sheet = SheetController(item, rootView: root(of: item))
        sheet.didClose = { [weak self] id in
            self?.sheet = nil
            self?.model.dismissed(id)
            // Nothing can be presented before UIKit has ended the dismissal.
            Task { @MainActor in self?.update() }
        }
        self.sheet = sheet
        top.present(sheet, animated: true)
    }

    /// Presents a prompt as an alert, or ends the alert of one that is no more. A link that is being opened needs none.
    private func updateAlert(_ item: ScreenItem?) {
        if let alert {
            guard alertedItem != item?.id else { return }
            self.alert = nil
            return alert.dismiss(animated: true) { [weak self] in self?.update() }
        }
        guard let item, item.trip != .opening, let top, let screen = screen(of: item) else { return }
        let controller = UIAlertController(screen) { [weak self] in
            self?.alert = nil
            self?.model.alertClosed(item.id)
            // Nothing can be presented before UIKit has ended the dismissal.
            Task { @MainActor in self?.update() }
        }
        alert = controller
        alertedItem = item.id
        top.present(controller, animated: true) { [model] in model.appeared(item.id) }
    }

    private func screen(of item: ScreenItem) -> UpdateScreen? {
        model.screen(for: item, text: model.text(for: .autoupdatingCurrent)) { [weak scene] url, done in
            guard let scene else { return done(false) }
            scene.open(url, options: nil) { @Sendable isOpen in Task { @MainActor in done(isOpen) } }
        }
    }

    private func root(of item: ScreenItem) -> AnyView {
        AnyView(
            ScreenView(model: model, item: item).airworthyTheme(look.theme).environment(
                \.airworthyScreens, look.screens))
    }

    /// The topmost controller of the app in this scene.
    private var top: UIViewController? {
        var top = scene?.windows.first { $0.isKeyWindow && $0.windowLevel == .normal }?.rootViewController
        while let presented = top?.presentedViewController, !presented.isBeingDismissed { top = presented }
        return top
    }
}

extension UIAlertController {
    /// Creates the alert of a prompt.
    /// - Parameters:
    ///   - screen: The texts and actions.
    ///   - closed: Called after the action of the button that has closed it.
    fileprivate convenience init(_ screen: UpdateScreen, closed: @escaping @MainActor () -> Void) {
        self.init(title: screen.content.title, message: screen.content.alertMessage, preferredStyle: .alert)
        for action in screen.actions {
            let style: UIAlertAction.Style = action.isCancel ? .cancel : .default
            let button = UIAlertAction(title: screen.label(for: action), style: style) { _ in
                screen.perform(action)
                closed()
            }
            addAction(button)
            if action == screen.actions.first { preferredAction = button }
        }
    }
}

/// A prompt or banner as a sheet.
private final class SheetController: UIHostingController<AnyView> {
    private(set) var item: ScreenItem
    var didClose: ((Int) -> Void)?

    init(_ item: ScreenItem, rootView: AnyView) {
        self.item = item
        super.init(rootView: rootView)
    }

    @available(*, unavailable)
    required dynamic init?(coder aDecoder: NSCoder) { nil }

    func show(_ root: AnyView) { rootView = root }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if isBeingDismissed { didClose?(item.id) }
    }
}
#endif
