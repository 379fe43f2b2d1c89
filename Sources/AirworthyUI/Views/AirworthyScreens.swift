#if canImport(SwiftUI)
import AirworthyTexts
import Foundation
public import SwiftUI

/// The app's own views that replace built-in screens.
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
    /// Replaces built-in screens with a view of your own. Add it after `updateGate`, so that it encloses the gate.
    ///
    /// ```swift
    /// ContentView()
    ///     .updateGate(airworthy)
    ///     .airworthyScreen(.gate, .unavailable) { screen in OwnScreen(screen: screen) }
    /// ```
    /// Your view cannot close a gate: it covers the app until the decision changes. Add a heading, and a `ScrollView` for long
    /// texts.
    /// - Parameters:
    ///   - kinds: The screens to replace; all of them if empty.
    ///   - content: Creates the view from the decision, the texts and the actions.
    /// - Returns: The view with the replaced screens.
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
