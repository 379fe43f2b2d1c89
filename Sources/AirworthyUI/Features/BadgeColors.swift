#if canImport(SwiftUI)
import AirworthyPolicy
import SwiftUI

/// The colours of a badge. The contrast of the built-in ones is at least 4.5 to 1, in light and dark appearance.
struct BadgeColors {
    /// A colour by its parts, from 0 to 1.
    struct Parts: Hashable, Sendable {
        var red, green, blue: Double

        /// Returns the colour with white added.
        func lighter(by share: Double) -> Parts {
            func mixed(_ part: Double) -> Double { part + (1 - part) * share }
            return Parts(red: mixed(red), green: mixed(green), blue: mixed(blue))
        }

        var color: Color { Color(red: red, green: green, blue: blue) }
    }

    let text: Color
    let background: Color

    /// Creates the colours.
    /// - Parameters:
    ///   - channel: The channel of the installation.
    ///   - isTinted: Whether the text has the colour, on a translucent background of it.
    ///   - isDark: Whether the appearance is dark.
    ///   - replacement: The app's own colour for the channel.
    init(_ channel: Channel, isTinted: Bool, isDark: Bool, replacement: Color?) {
        let tint = replacement ?? Self.tint(of: channel, isTinted: isTinted, isDark: isDark).color
        text = isTinted ? tint : .white
        background = isTinted ? tint.opacity(Self.opacity(isDark: isDark)) : tint
    }

    /// The colour of the text of a tinted badge, and the background of a solid one.
    static func tint(of channel: Channel, isTinted: Bool, isDark: Bool) -> Parts {
        isTinted && isDark ? parts(channel).lighter(by: 0.55) : parts(channel)
    }

    /// The opacity of a tinted background.
    static func opacity(isDark: Bool) -> Double { isDark ? 0.25 : 0.18 }

    private static func parts(_ channel: Channel) -> Parts {
        switch channel {
        case .debug: Parts(red: 0.42, green: 0.18, blue: 0.60)
        case .testflight(.internal?): Parts(red: 0.00, green: 0.33, blue: 0.70)
        case .testflight(.external?): Parts(red: 0.00, green: 0.42, blue: 0.20)
        case .testflight(nil): Parts(red: 0.00, green: 0.40, blue: 0.44)
        case .adhoc: Parts(red: 0.55, green: 0.27, blue: 0.00)
        default: Parts(red: 0.27, green: 0.31, blue: 0.36)
        }
    }
}
#endif
