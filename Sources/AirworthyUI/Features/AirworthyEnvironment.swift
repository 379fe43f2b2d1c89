#if canImport(SwiftUI)
public import Airworthy
public import AirworthyPolicy
import Foundation
public import SwiftUI

struct AirworthyModelKey: EnvironmentKey {
    static var defaultValue: AirworthyModel? { nil }
}

struct AirworthyFeaturesKey: EnvironmentKey {
    static var defaultValue: FeatureSnapshot { FeatureSnapshot([:]) }
}

extension EnvironmentValues {
    /// The client of the nearest `updateGate` or `airworthyFeatures`; `nil` outside.
    ///
    /// ```swift
    /// @Environment(\.airworthy) private var airworthy
    /// ```
    public var airworthy: Airworthy? { airworthyModel?.airworthy }

    /// The values of the features for the views inside `updateGate` or `airworthyFeatures`.
    var airworthyFeatureValues: FeatureSnapshot {
        get { self[AirworthyFeaturesKey.self] }
        set { self[AirworthyFeaturesKey.self] = newValue }
    }

    /// The model for the views inside `updateGate` or `airworthyFeatures`.
    var airworthyModel: AirworthyModel? {
        get { self[AirworthyModelKey.self] }
        set { self[AirworthyModelKey.self] = newValue }
    }
}

extension View {
    /// Provides the features and the client to the views inside, without a gate: for extensions, App Clips and previews.
    ///
    /// `updateGate` includes it.
    ///
    /// ```swift
    /// ShareView().airworthyFeatures(airworthy)
    /// ```
    /// - Parameter airworthy: The client.
    /// - Returns: The view with its features.
    public func airworthyFeatures(_ airworthy: Airworthy) -> some View { modifier(AirworthyProvider(airworthy)) }

    /// Gives the features of the views inside these values, for previews and tests without a client.
    ///
    /// ```swift
    /// TimelineView().airworthyFeatures(previewing: ["new-editor": true, "columns": 3])
    /// ```
    /// - Parameter values: The values by key. Other features have the values in code.
    /// - Returns: The view with these features.
    public func airworthyFeatures(previewing values: [String: JSONValue]) -> some View {
        environment(\.airworthyFeatureValues, FeatureSnapshot(values))
    }
}

extension View {
    /// Provides a model, its features and its client to the views inside.
    @MainActor func airworthyModel(_ model: AirworthyModel) -> some View {
        airworthyFeatures(previewing: model.decision.features).environment(\.airworthyModel, model)
            .environmentObject(model.object).modifier(ObservedClient(model: model))
    }
}

private struct ObservedClient: ViewModifier {
    let model: AirworthyModel

    func body(content: Content) -> some View {
        #if canImport(Observation)
        if #available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, visionOS 1.0, *) {
            content.environment(model.observed)
        } else {
            content
        }
        #else
        content
        #endif
    }
}

private struct AirworthyProvider: ViewModifier {
    @StateObject private var model: AirworthyModel

    init(_ airworthy: Airworthy) { _model = StateObject(wrappedValue: .shared(for: airworthy)) }

    func body(content: Content) -> some View {
        content.airworthyModel(model).task { await model.serveFeatures() }
    }
}

/// A view that depends on the model and updates when it changes. Without a model it passes `nil`.
struct ModelReader<Content: View>: View {
    let model: AirworthyModel?
    @ViewBuilder let content: @MainActor (AirworthyModel?) -> Content

    var body: some View {
        if let model { ObservedContent(model: model, content: content) } else { content(nil) }
    }
}

private struct ObservedContent<Content: View>: View {
    @ObservedObject var model: AirworthyModel
    let content: @MainActor (AirworthyModel?) -> Content

    var body: some View { content(model) }
}
#endif
