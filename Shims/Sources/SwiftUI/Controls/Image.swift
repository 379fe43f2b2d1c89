@_spi(Shim) public import CoreGraphics
public import Foundation

#if canImport(UIKit)
public import UIKit
#endif
#if canImport(AppKit)
public import AppKit
#endif

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Image: Equatable, Sendable {
    let name: String
    let isSystem: Bool
    var isDecorative = false
    /// The text that a Core Graphics image shows.
    var text: String?
    var label: Text?

    init(name: String, isSystem: Bool, isDecorative: Bool = false) {
        self.name = name
        self.isSystem = isSystem
        self.isDecorative = isDecorative
    }

    public init(_ name: String, bundle: Bundle? = nil) { self.init(name: name, isSystem: false) }
    public init(decorative name: String, bundle: Bundle? = nil) {
        self.init(name: name, isSystem: false, isDecorative: true)
    }

    public init(_ cgImage: CGImage, scale: CGFloat, orientation: Image.Orientation = .up, label: Text) {
        self.init(name: "CGImage", isSystem: false)
        text = cgImage.text
        self.label = label
    }

    #if canImport(UIKit)
    @available(macOS, unavailable)
    public init(uiImage: UIImage) { self.init(name: "UIImage", isSystem: false) }
    #endif
    #if canImport(AppKit)
    @available(iOS, unavailable)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @available(visionOS, unavailable)
    public init(nsImage: NSImage) { self.init(name: "NSImage", isSystem: false) }
    #endif

    @available(macOS 11.0, *)
    public init(systemName: String) { self.init(name: systemName, isSystem: true) }

    @available(macOS 11.0, *)
    public enum Scale: Hashable, Sendable {
        case small
        case medium
        case large
    }

    public enum ResizingMode: Hashable, Sendable {
        case tile
        case stretch
    }

    public enum Interpolation: Hashable, Sendable {
        case none
        case low
        case medium
        case high
    }

    public enum Orientation: UInt8, CaseIterable, Hashable, Sendable {
        case up
        case upMirrored
        case down
        case downMirrored
        case left
        case leftMirrored
        case right
        case rightMirrored
    }

    public func interpolation(_ interpolation: Image.Interpolation) -> Image { self }
    public func resizable(
        capInsets: EdgeInsets = EdgeInsets(), resizingMode: Image.ResizingMode = .stretch
    ) -> Image { self }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Image: View, Primitive {
    public typealias Body = Never

    func nodes(_ context: Context) -> [Node] {
        var node = Node("image", name, attributes: context.environment.drawing)
        node.attributes["system"] = isSystem ? "true" : nil
        node.attributes["text"] = text
        node.accessibility.isHidden = isDecorative
        node.accessibility.label = label?.words
        return [node]
    }
}

@available(iOS 13.0, macOS 11.0, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func imageScale(_ scale: Image.Scale) -> some View { drawn("imageScale", "\(scale)") }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public struct SymbolRenderingMode: Sendable {
    let name: String

    public static let monochrome = SymbolRenderingMode(name: "monochrome")
    public static let hierarchical = SymbolRenderingMode(name: "hierarchical")
    public static let multicolor = SymbolRenderingMode(name: "multicolor")
    public static let palette = SymbolRenderingMode(name: "palette")
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension View {
    nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View {
        drawn("symbolRenderingMode", mode?.name)
    }
}
