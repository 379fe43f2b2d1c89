#if canImport(SwiftUI)
import AirworthyPolicy
import Foundation
public import SwiftUI

/// A view whose content is visible only in debug builds and in TestFlight, and in ad hoc builds if the client's options say so.
///
/// ```swift
/// IfInDevelopment { DebugMenu() }
/// ```
/// It shows nothing while the channel is a guess, as in App Review, or outside `updateGate` and `airworthyFeatures`. Unfinished work never appears by
/// accident.
public struct IfInDevelopment<Content: View>: View {
    @Environment(\.airworthyModel) private var model
    private let content: () -> Content

    /// Creates the view.
    /// - Parameter content: The content in development builds.
    public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }

    /// The content in development builds, else nothing.
    public var body: some View {
        ModelReader(model: model) { model in
            if model?.isDevelopment == true { content() }
        }
    }
}

extension View {
    /// Changes the view only in debug builds and in TestFlight. While the channel is a guess, the view stays unchanged.
    ///
    /// ```swift
    /// SettingsList().onlyInDevelopment { $0.toolbar { DebugButton() } }
    /// ```
    /// - Parameter change: Returns the changed view for development builds.
    /// - Returns: The changed view in development builds, else this view.
    public func onlyInDevelopment<Changed: View>(
        @ViewBuilder _ change: @escaping (Self) -> Changed
    ) -> some View {
        modifier(DevelopmentChange(changed: { change(self) }))
    }
}

private struct DevelopmentChange<Changed: View>: ViewModifier {
    @Environment(\.airworthyModel) private var model
    let changed: () -> Changed

    func body(content: Content) -> some View {
        ModelReader(model: model) { model in
            if model?.isDevelopment == true { changed() } else { content }
        }
    }
}
#endif
