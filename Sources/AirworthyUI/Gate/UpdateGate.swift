#if canImport(SwiftUI) && !os(watchOS)
public import Airworthy
public import Foundation
public import SwiftUI

extension View {
    /// Covers the app while the decision blocks, prompts when it recommends, and keeps the answer fresh. It also gives the
    /// views within the features: ``SwiftUI/View/feature(_:default:_:)``, ``IfFeature``, ``DistributionBadge``.
    ///
    /// Put it on the root view of every scene. A gate covers every scene, a prompt comes up in one of them. In extensions and
    /// App Clips there are features, but no gate and no prompt.
    ///
    /// ```swift
    /// WindowGroup { ContentView().updateGate(airworthy) }
    /// ```
    /// - Parameters:
    ///   - airworthy: The client. One for the process.
    ///   - holdLaunch: Seconds that the content waits for the first answer of this launch, for versions that break things in
    ///     their first second. `nil` waits for nothing: what is stored is known at once anyway.
    /// - Returns: The view.
    public func updateGate(_ airworthy: Airworthy, holdLaunch: TimeInterval? = nil) -> some View {
        modifier(UpdateGate(airworthy, holdLaunch: holdLaunch))
    }
}

struct UpdateGate: ViewModifier {
    @StateObject private var model: AirworthyModel
    @StateObject private var scene = SceneToken()
    @Environment(\.scenePhase) private var phase
    private let holdLaunch: TimeInterval?

    init(_ airworthy: Airworthy, holdLaunch: TimeInterval?) {
        _model = StateObject(wrappedValue: .shared(for: airworthy, isHolding: holdLaunch != nil))
        self.holdLaunch = holdLaunch
    }

    func body(content: Content) -> some View {
        let isCovered = model.machine.isCovered
        ZStack {
            // At launch a block is there before the content, which then is not even made. Later the content stays as it
            // is, out of reach, so that nobody loses what they were at.
            if model.machine.hasContent {
                content
                    .disabled(isCovered)
                    .opacity(isCovered ? 0 : 1)
                    .accessibilityHidden(isCovered)
            }
            if isCovered { BlockCover(model: model, isBehindWindow: model.hasCovers) }
        }
        .safeAreaInset(edge: .top, spacing: 0) { BannerPlace(model: model, scene: scene.id) }
        .sheet(isPresented: isPrompting) {
            if let item = model.prompt(in: scene.id) { ScreenView(model: model, item: item) }
        }
        .coveringScenes(model)
        .environment(\.airworthyModel, model)
        .task {
            scene.rest()
            await model.run()
        }
        .task { if let holdLaunch { await model.holdLaunch(holdLaunch) } }
        .task(id: phase) { model.scene(scene.id, SceneClaims.Phase(phase)) }
        .onDisappear {
            model.sceneIsGone(scene.id)
            scene.keep { [model] in await model.run() }
        }
    }

    private var isPrompting: Binding<Bool> {
        let item = model.prompt(in: scene.id)
        return .onMain(get: { item != nil }, set: { [model] in if !$0, let item { model.dismissed(item.id) } })
    }
}

/// The banner, in the scene that shows it.
private struct BannerPlace: View {
    @ObservedObject var model: AirworthyModel
    let scene: Int

    var body: some View {
        if let item = model.banner(in: scene) { ScreenView(model: model, item: item) }
    }
}

extension AirworthyModel {
    /// The prompt, if it belongs to the scene.
    func prompt(in scene: Int) -> ScreenItem? { claims.holder == scene ? machine.prompt : nil }

    /// The banner, if it belongs to the scene.
    func banner(in scene: Int) -> ScreenItem? { claims.holder == scene ? machine.banner : nil }
}

extension SceneClaims.Phase {
    init(_ phase: ScenePhase) {
        switch phase {
        case .active: self = .active
        case .background: self = .background
        default: self = .inactive
        }
    }
}

extension Binding where Value: Sendable {
    /// A binding whose closures run on the main actor, where SwiftUI calls them, whichever of Apple's signatures is built
    /// against.
    @MainActor static func onMain(
        get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void
    ) -> Binding {
        Binding(
            get: { MainActor.assumeIsolated { get() } }, set: { value in MainActor.assumeIsolated { set(value) } })
    }
}
#endif
