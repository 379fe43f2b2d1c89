public import Foundation

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Font: Hashable, CustomStringConvertible, Sendable {
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle
        case title
        @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
        case title2
        @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
        case title3
        case headline
        case subheadline
        case body
        case callout
        case footnote
        case caption
        @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
        case caption2

        public static let allCases: [TextStyle] = [
            .largeTitle, .title, .title2, .title3, .headline, .subheadline, .body, .callout, .footnote, .caption,
            .caption2,
        ]
    }

    public enum Design: Hashable, Sendable {
        case `default`
        case serif
        case rounded
        @available(watchOS 7.0, *)
        case monospaced
    }

    public struct Weight: Hashable, Sendable {
        let name: String

        public static let thin = Weight(name: "thin")
        public static let light = Weight(name: "light")
        public static let regular = Weight(name: "regular")
        public static let medium = Weight(name: "medium")
        public static let semibold = Weight(name: "semibold")
        public static let bold = Weight(name: "bold")
        public static let heavy = Weight(name: "heavy")
        public static let black = Weight(name: "black")
    }

    /// A style or a size, then its modifications: `headline bold`.
    public let description: String

    private init(_ description: String) { self.description = description }

    public static let largeTitle = Font("largeTitle")
    public static let title = Font("title")
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
    public static let title2 = Font("title2")
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
    public static let title3 = Font("title3")
    public static let headline = Font("headline")
    public static let subheadline = Font("subheadline")
    public static let body = Font("body")
    public static let callout = Font("callout")
    public static let footnote = Font("footnote")
    public static let caption = Font("caption")
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
    public static let caption2 = Font("caption2")

    public static func system(_ style: Font.TextStyle, design: Font.Design = .default) -> Font {
        Font(design == .default ? "\(style)" : "\(style) \(design)")
    }
    public static func system(
        size: CGFloat, weight: Font.Weight = .regular, design: Font.Design = .default
    ) -> Font { Font("\(size) \(weight.name)" + (design == .default ? "" : " \(design)")) }

    public func bold() -> Font { Font(description + " bold") }
    public func italic() -> Font { Font(description + " italic") }
    public func weight(_ weight: Font.Weight) -> Font { Font(description + " " + weight.name) }
    public func monospacedDigit() -> Font { Font(description + " monospacedDigit") }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    public func monospaced() -> Font { Font(description + " monospaced") }
}
