#if canImport(SwiftUI)
import AirworthyTexts
public import Airworthy
import AirworthyPolicy
import Foundation
public import SwiftUI

/// A badge with the distribution channel of the installed app: Debug, TestFlight, Ad Hoc, Marketplace, Web or In-House.
///
/// It is empty on the App Store and for an unknown channel.
///
/// ```swift
/// Text("About").overlay(alignment: .topTrailing) { DistributionBadge(airworthy) }
/// ```
public struct DistributionBadge: View {
    @StateObject private var model: AirworthyModel
    @Environment(\.locale) private var locale
    @Environment(\.airworthyTheme) private var theme

    /// Creates the badge.
    /// - Parameter airworthy: The client.
    public init(_ airworthy: Airworthy) { _model = StateObject(wrappedValue: .shared(for: airworthy)) }

    /// The badge, or nothing.
    public var body: some View {
        badge.task { await model.followDecisions() }
    }

    @ViewBuilder private var badge: some View {
        let texts = model.text(for: locale)
        if let text = texts.badge(model.decision.channel) {
            Text(verbatim: text)
                .font(.caption2.weight(.semibold))
                .foregroundColor(.white)
                .multilineTextAlignment(.center)
                .padding(.horizontal, 8)
                .padding(.vertical, 3)
                // Large text wraps, and a capsule would cut off the corners of its lines.
                .background(RoundedRectangle(cornerRadius: 8).fill(theme.badgeColor(model.decision.channel)))
                .accessibilityLabel(Text(verbatim: texts.badgeLabel(text)))
        }
    }
}
#endif
