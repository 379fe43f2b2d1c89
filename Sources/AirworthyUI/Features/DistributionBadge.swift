#if canImport(SwiftUI) && !os(watchOS)
public import Airworthy
import AirworthyPolicy
import Foundation
public import SwiftUI

/// Says how this copy was distributed: debug, TestFlight, ad hoc, a marketplace. On the App Store, and where that is not
/// known, there is nothing to see.
///
/// ```swift
/// Text("About").overlay(alignment: .topTrailing) { DistributionBadge(airworthy) }
/// ```
public struct DistributionBadge: View {
    @StateObject private var model: AirworthyModel
    @Environment(\.locale) private var locale
    @Environment(\.airworthyTheme) private var theme

    /// Makes the badge.
    /// - Parameter airworthy: The client.
    public init(_ airworthy: Airworthy) { _model = StateObject(wrappedValue: .shared(for: airworthy)) }

    /// What it shows.
    public var body: some View {
        badge.task { await model.follow() }
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
                // In large text it has several lines, whose corners a capsule would cut off.
                .background(RoundedRectangle(cornerRadius: 8).fill(theme.badgeColor(model.decision.channel)))
                .accessibilityLabel(Text(verbatim: texts.badgeLabel(text)))
        }
    }
}
#endif
