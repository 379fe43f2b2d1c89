public import Foundation

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct FillStyle: Equatable, Sendable {
    public var isEOFilled: Bool
    public var isAntialiased: Bool

    public init(eoFill: Bool = false, antialiased: Bool = true) {
        isEOFilled = eoFill
        isAntialiased = antialiased
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public enum RoundedCornerStyle: Hashable, Sendable {
    case circular
    case continuous
}

/// Apple's shapes have a path. The stub's shapes have a name for the evaluator.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public protocol Shape: Sendable, View {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public protocol InsettableShape: Shape {}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
protocol NamedShape {
    var shapeName: String { get }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Shape where Body == Never {
    nonisolated var written: String { (self as? any NamedShape)?.shapeName ?? "shape" }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Shape {
    nonisolated public func fill<S>(_ content: S, style: FillStyle = FillStyle()) -> some View where S: ShapeStyle {
        drawn(["color": content.written])
    }
    nonisolated public func stroke<S>(_ content: S, lineWidth: CGFloat = 1) -> some View where S: ShapeStyle {
        drawn(["stroke": content.written, "lineWidth": "\(lineWidth)"])
    }

    nonisolated func drawn(_ said: [String: String]) -> DrawnShape {
        DrawnShape(name: (self as? any NamedShape)?.shapeName ?? "shape", said: said)
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension InsettableShape {
    nonisolated public func strokeBorder<S>(
        _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> some View where S: ShapeStyle { drawn(["stroke": content.written, "lineWidth": "\(lineWidth)"]) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
struct DrawnShape {
    let name: String
    let said: [String: String]
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension DrawnShape: View, Primitive {
    typealias Body = Never
    func nodes(_ context: Context) -> [Node] { [Node("shape", attributes: said.merging(["shape": name]) { $1 })] }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Capsule: Equatable, Sendable {
    public var style: RoundedCornerStyle

    nonisolated public init(style: RoundedCornerStyle = .continuous) { self.style = style }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct RoundedRectangle: Equatable, Sendable {
    public var cornerSize: CGSize
    public var style: RoundedCornerStyle

    nonisolated public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) {
        self.cornerSize = cornerSize
        self.style = style
    }
    nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Capsule: InsettableShape, NamedShape, Primitive {
    public typealias Body = Never
    nonisolated var shapeName: String { "capsule" }
    func nodes(_ context: Context) -> [Node] { drawn(["color": "foreground"]).nodes(context) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension RoundedRectangle: InsettableShape, NamedShape, Primitive {
    public typealias Body = Never
    nonisolated var shapeName: String { "roundedRectangle \(cornerSize.width)" }
    func nodes(_ context: Context) -> [Node] { drawn(["color": "foreground"]).nodes(context) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func clipShape<S>(_ shape: S, style: FillStyle = FillStyle()) -> some View where S: Shape {
        wrapped("clip", ["shape": (shape as? any NamedShape)?.shapeName ?? "shape"])
    }
    nonisolated public func clipped(antialiased: Bool = false) -> some View { wrapped("clip", ["shape": "rectangle"]) }
    nonisolated public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        wrapped("clip", ["shape": "roundedRectangle \(radius)"])
    }
    nonisolated public func contentShape<S>(_ shape: S, eoFill: Bool = false) -> some View where S: Shape {
        ruled { content, context in content.evaluate(context) }
    }
    nonisolated public func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View { wrapped("shadow", ["radius": "\(radius)"]) }
}
