#if canImport(SwiftUI)
public import AirworthyPolicy
import Foundation
public import SwiftUI

/// The appearance of the built-in screens. Omitted values keep the system's appearance.
///
/// ```swift
/// ContentView().updateGate(airworthy).airworthyTheme(AirworthyTheme(tint: .orange, logo: Image("Logo")))
/// ```
public struct AirworthyTheme {
    /// The colour of buttons and progress.
    public var tint: Color?
    /// The background of the screens. It has to contrast with the primary text colour in light and dark appearance.
    public var background: Color?
    /// The image above the heading, in place of the symbol. VoiceOver skips it.
    public var logo: Image?
    /// The system symbols above the headings. A kind without an entry has no symbol.
    public var symbols: [UpdateScreen.Kind: String]
    /// Returns the colour of the badge for a channel; `nil` keeps the built-in one. It has to contrast with white text.
    public var badge: @Sendable (Channel) -> Color?

    /// Creates a theme.
    /// - Parameters:
    ///   - tint: The colour of buttons and progress.
    ///   - background: The background of the screens.
    ///   - logo: The image above the heading.
    ///   - symbols: The system symbols above the headings.
    ///   - badge: Returns the colour of the badge for a channel.
    public init(
        tint: Color? = nil, background: Color? = nil, logo: Image? = nil,
        symbols: [UpdateScreen.Kind: String] = AirworthyTheme.defaultSymbols,
        badge: @escaping @Sendable (Channel) -> Color? = { _ in nil }
    ) {
        self.tint = tint
        self.background = background
        self.logo = logo
        self.symbols = symbols
        self.badge = badge
    }

    /// The default symbols.
    public static let defaultSymbols: [UpdateScreen.Kind: String] = [
        .gate: "arrow.down.app", .unavailable: "exclamationmark.triangle", .maintenance: "wrench.and.screwdriver",
        .prompt: "arrow.down.app",
    ]

}

struct AirworthyThemeKey: EnvironmentKey {
    static var defaultValue: AirworthyTheme { AirworthyTheme() }
}

extension EnvironmentValues {
    /// The appearance of Airworthy's screens.
    public var airworthyTheme: AirworthyTheme {
        get { self[AirworthyThemeKey.self] }
        set { self[AirworthyThemeKey.self] = newValue }
    }
}

extension View {
    /// Sets the appearance of Airworthy's screens. Add it after `updateGate`, so that it encloses the gate.
    ///
    /// ```swift
    /// ContentView().updateGate(airworthy).airworthyTheme(AirworthyTheme(tint: .orange))
    /// ```
    /// - Parameter theme: The theme.
    /// - Returns: The view with the theme.
    public func airworthyTheme(_ theme: AirworthyTheme) -> some View { environment(\.airworthyTheme, theme) }
}
#endif
