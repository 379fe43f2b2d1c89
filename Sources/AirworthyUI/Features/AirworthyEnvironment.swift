#if canImport(SwiftUI) && !os(watchOS)
public import Airworthy
import Foundation
public import SwiftUI

struct AirworthyModelKey: EnvironmentKey {
    static var defaultValue: AirworthyModel? { nil }
}

extension EnvironmentValues {
    /// What the views within ask; set by `updateGate` and `airworthyFeatures`.
    var airworthyModel: AirworthyModel? {
        get { self[AirworthyModelKey.self] }
        set { self[AirworthyModelKey.self] = newValue }
    }
}

extension View {
    /// Gives the views within their features, without a gate: for extensions, App Clips and previews. `updateGate` does so
    /// by itself.
    /// - Parameter airworthy: The client.
    /// - Returns: The view.
    public func airworthyFeatures(_ airworthy: Airworthy) -> some View { modifier(AirworthyProvider(airworthy)) }
}

private struct AirworthyProvider: ViewModifier {
    @StateObject private var model: AirworthyModel

    init(_ airworthy: Airworthy) { _model = StateObject(wrappedValue: .shared(for: airworthy)) }

    func body(content: Content) -> some View {
        content.environment(\.airworthyModel, model).task { await model.serve() }
    }
}

/// Makes a view from the model, anew whenever that changes. Without a model it makes it from nothing.
struct Following<Content: View>: View {
    let model: AirworthyModel?
    @ViewBuilder let content: @MainActor (AirworthyModel?) -> Content

    var body: some View {
        if let model { Followed(model: model, content: content) } else { content(nil) }
    }
}

private struct Followed<Content: View>: View {
    @ObservedObject var model: AirworthyModel
    let content: @MainActor (AirworthyModel?) -> Content

    var body: some View { content(model) }
}
#endif
