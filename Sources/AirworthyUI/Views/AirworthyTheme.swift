#if canImport(SwiftUI) && !os(watchOS)
public import AirworthyPolicy
import Foundation
public import SwiftUI

/// How the built-in views look. What is left out is the system's.
///
/// ```swift
/// ContentView().updateGate(airworthy).airworthyTheme(AirworthyTheme(tint: .orange, logo: Image("Logo")))
/// ```
public struct AirworthyTheme {
    /// The colour of buttons and progress.
    public var tint: Color?
    /// What screens are painted with. It has to contrast with the primary text colour, in light and dark.
    public var background: Color?
    /// The picture over the heading, in place of a symbol. VoiceOver passes over it.
    public var logo: Image?
    /// The system symbols over the headings. A kind that is left out has none.
    public var symbols: [UpdateScreen.Kind: String]
    /// The colour of a badge; `nil` for a channel is the built-in one. White text has to be readable on it.
    public var badge: @Sendable (Channel) -> Color?

    /// Makes a theme.
    /// - Parameters:
    ///   - tint: The colour of buttons and progress.
    ///   - background: What screens are painted with.
    ///   - logo: The picture over the heading.
    ///   - symbols: The system symbols over the headings.
    ///   - badge: The colour of a badge.
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

    /// The symbols of a theme that names none.
    public static let defaultSymbols: [UpdateScreen.Kind: String] = [
        .gate: "arrow.down.app", .unavailable: "exclamationmark.triangle", .maintenance: "wrench.and.screwdriver",
        .prompt: "arrow.down.app",
    ]

    func badgeColor(_ channel: Channel) -> Color {
        if let color = badge(channel) { return color }
        let (red, green, blue) = Self.badgeParts(channel)
        return Color(red: red, green: green, blue: blue)
    }

    /// Red, green and blue, dark enough for white text of any size: at least 4.5 to 1.
    static func badgeParts(_ channel: Channel) -> (red: Double, green: Double, blue: Double) {
        switch channel {
        case .debug: (0.42, 0.18, 0.60)
        case .testflight: (0.00, 0.33, 0.70)
        case .adhoc: (0.55, 0.27, 0.00)
        default: (0.27, 0.31, 0.36)
        }
    }
}

struct AirworthyThemeKey: EnvironmentKey {
    static var defaultValue: AirworthyTheme { AirworthyTheme() }
}

extension EnvironmentValues {
    /// How Airworthy's views look.
    public var airworthyTheme: AirworthyTheme {
        get { self[AirworthyThemeKey.self] }
        set { self[AirworthyThemeKey.self] = newValue }
    }
}

extension View {
    /// Sets how Airworthy's views look. Put it after `updateGate`, so that the gate is within.
    /// - Parameter theme: The theme.
    /// - Returns: The view.
    public func airworthyTheme(_ theme: AirworthyTheme) -> some View { environment(\.airworthyTheme, theme) }
}
#endif
