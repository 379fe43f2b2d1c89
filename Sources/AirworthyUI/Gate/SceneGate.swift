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
    @MainActor public func attachGate(
        to scene: UIWindowScene, theme: AirworthyTheme = AirworthyTheme(), holdLaunch: TimeInterval? = nil
    ) {
        SceneGate.attach(to: scene, airworthy: self, look: (theme, AirworthyScreens()), holdLaunch: holdLaunch)
    }

    /// Adds the gate to a scene of a UIKit app, with a view of your own in place of built-in screens.
    ///
    /// ```swift
    /// airworthy.attachGate(to: scene, replacing: .gate, .maintenance) { screen in OwnScreen(screen: screen) }
    /// ```
    /// - Parameters:
    ///   - scene: The scene. Attaching to it again has no effect.
    ///   - theme: The appearance of the other screens.
    ///   - holdLaunch: The longest time in seconds that a window covers the app until the first decision of this launch.
    ///   - kinds: The screens to replace; all but `.launching` if empty.
    ///   - content: Creates the view from the decision, the texts and the actions.
    @MainActor public func attachGate<Replacement: View>(
        to scene: UIWindowScene, theme: AirworthyTheme = AirworthyTheme(), holdLaunch: TimeInterval? = nil,
        replacing kinds: UpdateScreen.Kind...,
        @ViewBuilder content: @escaping @MainActor (UpdateScreen) -> Replacement
    ) {
        var screens = AirworthyScreens()
        screens.replace(kinds, with: content)
        SceneGate.attach(to: scene, airworthy: self, look: (theme, screens), holdLaunch: holdLaunch)
    }
}

/// The gate of a scene that UIKit owns.
@MainActor final class SceneGate {
    /// The appearance of its screens.
    typealias Look = (theme: AirworthyTheme, screens: AirworthyScreens)

    private static var gates: [ObjectIdentifier: SceneGate] = [:]

    private let model: AirworthyModel
    private let covers: CoverRegistry
    private let token = SceneToken()
    private let look: Look
    private let notifications = NotificationTokens()
    private weak var scene: UIWindowScene?
    private weak var sheet: SheetController?
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
        let item = model.prompt(in: token.id) ?? model.banner(in: token.id)
        if let sheet {
            if sheet.item.id == item?.id {
                if let item { sheet.show(root(of: item)) }
                return
            }
            // The next one follows when this one is gone.
            sheet.dismiss(animated: true) { [weak self] in self?.update() }
            return
        }
        guard let item, let top else { return }
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
