#if canImport(SwiftUI) && !os(watchOS)
import Foundation
public import SwiftUI

/// The views that stand in for built-in ones.
struct AirworthyScreens {
    var views: [UpdateScreen.Kind: @MainActor (UpdateScreen) -> AnyView] = [:]
}

struct AirworthyScreensKey: EnvironmentKey {
    static var defaultValue: AirworthyScreens { AirworthyScreens() }
}

extension EnvironmentValues {
    var airworthyScreens: AirworthyScreens {
        get { self[AirworthyScreensKey.self] }
        set { self[AirworthyScreensKey.self] = newValue }
    }
}

extension View {
    /// Shows a view of your own in place of a built-in screen. Put it after `updateGate`, so that the gate is within.
    ///
    /// A gate stays a gate: it covers the app until the decision says otherwise, whatever the view does. Give it a heading,
    /// and put long texts into a `ScrollView`.
    /// - Parameters:
    ///   - kinds: Which screens; none named is all of them.
    ///   - content: Makes the view from the decision, the texts and the actions.
    /// - Returns: The view.
    public func airworthyScreen<Replacement: View>(
        _ kinds: UpdateScreen.Kind..., @ViewBuilder content: @escaping @MainActor (UpdateScreen) -> Replacement
    ) -> some View {
        let kinds = kinds.isEmpty ? UpdateScreen.Kind.allCases : kinds
        return transformEnvironment(\.airworthyScreens) { screens in
            for kind in kinds { screens.views[kind] = { AnyView(content($0)) } }
        }
    }
}
#endif
