#if canImport(SwiftUI)
import AirworthyTexts
import Foundation
public import SwiftUI

/// The app's own views that replace built-in screens.
struct AirworthyScreens {
    var views: [UpdateScreen.Kind: @MainActor (UpdateScreen) -> AnyView] = [:]

    /// Replaces screens with a view.
    /// - Parameters:
    ///   - kinds: The screens; all but the held launch if empty: it comes before there is anything to say.
    ///   - content: Creates the view.
    mutating func replace<Replacement: View>(
        _ kinds: [UpdateScreen.Kind], with content: @escaping @MainActor (UpdateScreen) -> Replacement
    ) {
        for kind in kinds.isEmpty ? UpdateScreen.Kind.allCases.filter({ $0 != .launching }) : kinds {
            views[kind] = { AnyView(content($0)) }
        }
    }
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
    ///   - kinds: The screens to replace; all but `.launching` if empty.
    ///   - content: Creates the view from the decision, the texts and the actions.
    /// - Returns: The view with the replaced screens.
    public func airworthyScreen<Replacement: View>(
        _ kinds: UpdateScreen.Kind..., @ViewBuilder content: @escaping @MainActor (UpdateScreen) -> Replacement
    ) -> some View {
        transformEnvironment(\.airworthyScreens) { $0.replace(kinds, with: content) }
    }
}
#endif
