#if canImport(SwiftUI)
import AirworthyTexts
public import Airworthy
import AirworthyPolicy
import Foundation
public import SwiftUI

/// A badge with the distribution channel of the installed app: Debug, TestFlight, Ad Hoc, Marketplace, Web or In-House.
///
/// It is empty on the App Store and for an unknown channel. Builds for internal and for external testers differ in text and colour; a build
/// that both have says so, unless `Options(testerGroup:)` tells which of them this user is.
///
/// ```swift
/// Text("About").overlay(alignment: .topTrailing) { DistributionBadge(airworthy) }
/// ```
public struct DistributionBadge: View {
    /// The look of a badge.
    public struct Style: Hashable, Sendable {
        let isTinted: Bool

        /// White text on the colour of the channel.
        public static let solid = Style(isTinted: false)
        /// Text in the colour of the channel on a translucent capsule of it.
        public static let tinted = Style(isTinted: true)
    }

    @StateObject private var model: AirworthyModel
    private var style = Style.solid
    @Environment(\.locale) private var locale
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.airworthyTheme) private var theme

    /// Creates the badge.
    /// - Parameter airworthy: The client.
    public init(_ airworthy: Airworthy) { _model = StateObject(wrappedValue: .shared(for: airworthy)) }

    /// Changes the look of the badge.
    ///
    /// ```swift
    /// DistributionBadge(airworthy).badgeStyle(.tinted)
    /// ```
    /// - Parameter style: The look.
    /// - Returns: The badge.
    public func badgeStyle(_ style: Style) -> DistributionBadge {
        var badge = self
        badge.style = style
        return badge
    }

    /// The badge, or nothing.
    public var body: some View {
        badge.task { await model.followDecisions() }
    }

    @ViewBuilder private var badge: some View {
        let texts = model.text(for: locale)
        let channel = model.decision.channel
        if let text = texts.badge(channel, testerGroups: model.testerGroups) {
            let colors = BadgeColors(
                channel, isTinted: style.isTinted, isDark: colorScheme == .dark, replacement: theme.badge(channel))
            Text(verbatim: text)
                .font(style.isTinted ? .caption : .caption2.weight(.semibold))
                .foregroundColor(colors.text)
                .multilineTextAlignment(.center)
                .padding(.horizontal, style.isTinted ? 10 : 8)
                .padding(.vertical, style.isTinted ? 4 : 3)
                // A capsule around one line. Large text wraps, and a real one would cut off the corners of its lines.
                .background(RoundedRectangle(cornerRadius: style.isTinted ? 12 : 8).fill(colors.background))
                .accessibilityLabel(Text(verbatim: texts.badgeLabel(text)))
        }
    }
}
#endif
