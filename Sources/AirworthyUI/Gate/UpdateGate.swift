#if canImport(SwiftUI)
public import Airworthy
public import Foundation
public import SwiftUI

extension View {
    /// Shows a gate if an update is required and a prompt if one is recommended, and runs the client.
    ///
    /// Add it to the root view of every scene. A gate covers every scene; a prompt appears in one of them. Views inside the
    /// gate can use ``IfFeature``, ``SwiftUI/View/feature(_:default:_:)`` and ``IfInDevelopment``, and find the client in the environment, as
    /// `@Environment(ObservedAirworthy.self)` from iOS 17 on and as `@EnvironmentObject` of the type `AirworthyObject` everywhere.
    /// Extensions and App Clips have features, but no gate and no prompt. On watchOS it provides the features only.
    ///
    /// ```swift
    /// WindowGroup { ContentView().updateGate(airworthy) }
    /// ```
    /// - Parameters:
    ///   - airworthy: The only client of the process.
    ///   - holdLaunch: The longest time in seconds that the content waits for the first decision of this launch. Use it if a
    ///     broken version can do damage in its first second. `nil` shows the content at once, unless a stored decision blocks.
    ///   - prompt: The form of a prompt.
    /// - Returns: The view with the gate.
    public func updateGate(
        _ airworthy: Airworthy, holdLaunch: TimeInterval? = nil, prompt: UpdatePromptStyle = .sheet
    ) -> some View {
        #if os(watchOS)
        airworthyFeatures(airworthy)
        #else
        modifier(UpdateGate(airworthy, holdLaunch: holdLaunch, prompt: prompt))
        #endif
    }
}

#if !os(watchOS)
struct UpdateGate: ViewModifier {
    @StateObject private var model: AirworthyModel
    @StateObject private var scene = SceneToken()
    @Environment(\.scenePhase) private var phase
    @Environment(\.airworthyScreens) private var screens
    private let holdLaunch: TimeInterval?
    private let prompt: UpdatePromptStyle

    init(_ airworthy: Airworthy, holdLaunch: TimeInterval?, prompt: UpdatePromptStyle) {
        _model = StateObject(wrappedValue: .shared(for: airworthy, isHolding: holdLaunch != nil))
        self.holdLaunch = holdLaunch
        self.prompt = prompt
    }

    func body(content: Content) -> some View {
        let isCovered = model.machine.isCovered
        let item = model.prompt(in: scene.id)
        // An alert has no room for the app's own view.
        let isAlert = prompt == .alert && screens.views[.prompt] == nil
        ZStack {
            // A block at launch comes before the content, which is not created then. Later the content stays in place,
            // covered, so that the user loses no work.
            if model.machine.hasContent {
                content
                    .disabled(isCovered)
                    .opacity(isCovered ? 0 : 1)
                    .accessibilityHidden(isCovered)
            }
            if isCovered { BlockCover(model: model, isBehindWindow: model.hasCovers) }
        }
        .safeAreaInset(edge: .top, spacing: 0) { BannerInset(model: model, scene: scene.id) }
        // The item, and not a flag: while the sheet closes there is no prompt any more, and the sheet would be empty.
        .sheet(item: sheet(of: isAlert ? nil : item)) { ScreenView(model: model, item: $0) }
        .modifier(PromptAlert(model: model, item: isAlert ? item : nil))
        .coveringScenes(model)
        .airworthyModel(model)
        .task {
            scene.stop()
            await model.run()
        }
        .task { if let holdLaunch { await model.holdLaunch(holdLaunch) } }
        .task(id: phase) { model.setPhase(SceneClaims.Phase(phase), ofScene: scene.id) }
        .onDisappear {
            model.removeScene(scene.id)
            scene.keepRunning { [model] in await model.run() }
        }
    }

    private func sheet(of item: ScreenItem?) -> Binding<ScreenItem?> {
        // SwiftUI may read a binding on another thread than the main one. It writes on the main one, and reads again at once: a sheet that
        // was dismissed later would come up again.
        return Binding(get: { item }) { [model] shown in
            guard shown == nil, let item else { return }
            if Thread.isMainThread {
                MainActor.assumeIsolated { model.dismissed(item.id) }
            } else {
                Task { @MainActor in model.dismissed(item.id) }
            }
        }
    }
}

/// The banner above the content, in the scene that shows it.
private struct BannerInset: View {
    @ObservedObject var model: AirworthyModel
    let scene: Int

    var body: some View {
        if let item = model.banner(in: scene) { ScreenView(model: model, item: item) }
    }
}

extension SceneClaims.Phase {
    fileprivate init(_ phase: ScenePhase) {
        switch phase {
        case .active: self = .active
        case .background: self = .background
        default: self = .inactive
        }
    }
}
#endif
#endif
