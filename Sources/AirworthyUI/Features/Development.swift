#if canImport(SwiftUI) && !os(watchOS)
import AirworthyPolicy
import Foundation
public import SwiftUI

/// Shows something only in debug builds and in TestFlight.
///
/// ```swift
/// IfInDevelopment { DebugMenu() }
/// ```
/// Where the channel is not known, or there is no `updateGate` or `airworthyFeatures` around it, it shows nothing: unfinished work
/// never comes up by accident.
public struct IfInDevelopment<Content: View>: View {
    @Environment(\.airworthyModel) private var model
    private let content: () -> Content

    /// Makes the view.
    /// - Parameter content: What to show.
    public init(@ViewBuilder content: @escaping () -> Content) { self.content = content }

    /// What it shows.
    public var body: some View {
        Following(model: model) { model in
            if model?.decision.channel.isDeveloper == true { content() }
        }
    }
}

extension View {
    /// Changes the view only in debug builds and in TestFlight. Where the channel is not known it stays as it is.
    ///
    /// ```swift
    /// SettingsList().onlyInDevelopment { $0.toolbar { DebugButton() } }
    /// ```
    /// - Parameter change: Makes what is shown in development, from the view.
    /// - Returns: The view.
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
        Following(model: model) { model in
            if model?.decision.channel.isDeveloper == true { changed() } else { content }
        }
    }
}
#endif
