#if canImport(SwiftUI)
public import Airworthy
import Foundation
public import SwiftUI

struct AirworthyModelKey: EnvironmentKey {
    static var defaultValue: AirworthyModel? { nil }
}

extension EnvironmentValues {
    /// The model for the views inside `updateGate` or `airworthyFeatures`.
    var airworthyModel: AirworthyModel? {
        get { self[AirworthyModelKey.self] }
        set { self[AirworthyModelKey.self] = newValue }
    }
}

extension View {
    /// Provides the features to the views inside, without a gate: for extensions, App Clips and previews.
    ///
    /// `updateGate` includes it.
    ///
    /// ```swift
    /// ShareView().airworthyFeatures(airworthy)
    /// ```
    /// - Parameter airworthy: The client.
    /// - Returns: The view with its features.
    public func airworthyFeatures(_ airworthy: Airworthy) -> some View { modifier(AirworthyProvider(airworthy)) }
}

private struct AirworthyProvider: ViewModifier {
    @StateObject private var model: AirworthyModel

    init(_ airworthy: Airworthy) { _model = StateObject(wrappedValue: .shared(for: airworthy)) }

    func body(content: Content) -> some View {
        content.environment(\.airworthyModel, model).task { await model.serveFeatures() }
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
