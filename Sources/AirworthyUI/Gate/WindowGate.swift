#if canImport(SwiftUI) && os(macOS)
public import Airworthy
public import AppKit
import Combine
public import Foundation
import SwiftUI

extension Airworthy {
    /// Adds the gate to a window of an AppKit app: a gate hides the content of the window and covers it, a prompt is a sheet or an alert of
    /// the window. It also runs the client, as long as the window lives.
    ///
    /// ```swift
    /// airworthy.attachGate(to: window)
    /// ```
    /// - Parameters:
    ///   - window: The window, with its content. Attaching to it again has no effect.
    ///   - theme: The appearance of the screens.
    ///   - holdLaunch: The longest time in seconds that the content waits for the first decision of this launch; see `updateGate`.
    ///   - prompt: The form of a prompt.
    @MainActor public func attachGate(
        to window: NSWindow, theme: AirworthyTheme = AirworthyTheme(), holdLaunch: TimeInterval? = nil,
        prompt: UpdatePromptStyle = .sheet
    ) {
        WindowGate.attach(to: window, airworthy: self, theme: theme, holdLaunch: holdLaunch, prompt: prompt)
    }
}

/// The gate of a window that AppKit owns: a view above its content, which lets clicks through while it shows nothing.
@MainActor private final class WindowGate: NSHostingView<AnyView> {
    private var model: AirworthyModel?
    private var subscription: AnyCancellable?
    /// The views of the app that the gate has hidden.
    private var hidden: [NSView] = []

    static func attach(
        to window: NSWindow, airworthy: Airworthy, theme: AirworthyTheme, holdLaunch: TimeInterval?,
        prompt: UpdatePromptStyle
    ) {
        guard let content = window.contentView, !content.subviews.contains(where: { $0 is WindowGate }) else { return }
        let model = AirworthyModel.shared(for: airworthy, isHolding: holdLaunch != nil)
        let root = Color.clear.allowsHitTesting(false)
            .updateGate(airworthy, holdLaunch: holdLaunch, prompt: prompt).airworthyTheme(theme)
        let gate = WindowGate(rootView: AnyView(root))
        gate.frame = content.bounds
        gate.autoresizingMask = [.width, .height]
        content.addSubview(gate, positioned: .above, relativeTo: nil)
        gate.follow(model)
    }

    private func follow(_ model: AirworthyModel) {
        self.model = model
        // The change is there after this turn of the main thread.
        subscription = model.objectWillChange.sink { [weak self] _ in Task { @MainActor in self?.update() } }
        update()
    }

    /// Hides the app's views under a block, so that neither the keyboard nor VoiceOver reaches them, and shows those again that it has
    /// hidden.
    private func update() {
        guard let model, let superview else { return }
        guard model.machine.isCovered else {
            for view in hidden { view.isHidden = false }
            hidden = []
            return
        }
        let visible = superview.subviews.filter { $0 !== self && !$0.isHidden }
        for view in visible { view.isHidden = true }
        hidden += visible
        // Not at every change: a button of the gate may have the focus.
        if !visible.isEmpty { window?.makeFirstResponder(self) }
    }

    override func hitTest(_ point: NSPoint) -> NSView? {
        guard let model, model.machine.isCovered || model.machine.banner != nil else { return nil }
        return super.hitTest(point)
    }
}
#endif
