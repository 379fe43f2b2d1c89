public import Foundation

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public enum Edge: Int8, CaseIterable, Hashable, Sendable {
    case top
    case leading
    case bottom
    case trailing

    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8

        public init(rawValue: Int8) { self.rawValue = rawValue }

        public static let top = Edge.Set(rawValue: 1)
        public static let leading = Edge.Set(rawValue: 2)
        public static let bottom = Edge.Set(rawValue: 4)
        public static let trailing = Edge.Set(rawValue: 8)
        public static let all: Edge.Set = [.top, .leading, .bottom, .trailing]
        public static let horizontal: Edge.Set = [.leading, .trailing]
        public static let vertical: Edge.Set = [.top, .bottom]

        var written: String {
            [(Set.top, "top"), (.leading, "leading"), (.bottom, "bottom"), (.trailing, "trailing")]
                .filter { contains($0.0) }.map(\.1).joined(separator: " ")
        }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
public enum VerticalEdge: Int8, CaseIterable, Hashable, Sendable {
    case top
    case bottom
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct EdgeInsets: Equatable, Sendable {
    public var top: CGFloat
    public var leading: CGFloat
    public var bottom: CGFloat
    public var trailing: CGFloat

    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        wrapped("padding", ["edges": edges.written, "length": length.map { "\($0)" } ?? "default"])
    }
    nonisolated public func padding(_ length: CGFloat) -> some View {
        wrapped("padding", ["edges": Edge.Set.all.written, "length": "\(length)"])
    }
    nonisolated public func padding(_ insets: EdgeInsets) -> some View {
        wrapped("padding", ["insets": "\(insets.top) \(insets.leading) \(insets.bottom) \(insets.trailing)"])
    }

    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { framed(["width": width, "height": height], alignment) }

    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        framed(
            [
                "minWidth": minWidth, "idealWidth": idealWidth, "maxWidth": maxWidth, "minHeight": minHeight,
                "idealHeight": idealHeight, "maxHeight": maxHeight,
            ], alignment)
    }

    nonisolated func framed(_ lengths: [String: CGFloat?], _ alignment: Alignment) -> Ruled<Self> {
        var said = lengths.compactMapValues { $0.map { "\($0)" } }
        said["alignment"] = alignment.written
        return wrapped("frame", said)
    }

    nonisolated public func fixedSize() -> some View { wrapped("fixedSize") }
    nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        wrapped("fixedSize", ["horizontal": "\(horizontal)", "vertical": "\(vertical)"])
    }
    nonisolated public func layoutPriority(_ value: Double) -> some View {
        wrapped("layoutPriority", ["value": "\(value)"])
    }
    nonisolated public func zIndex(_ value: Double) -> some View { wrapped("zIndex", ["value": "\(value)"]) }
    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        wrapped("offset", ["x": "\(x)", "y": "\(y)"])
    }

    nonisolated public func background<Background>(
        _ background: Background, alignment: Alignment = .center
    ) -> some View where Background: View { layered("background", alignment) { background } }

    nonisolated public func overlay<Overlay>(_ overlay: Overlay, alignment: Alignment = .center) -> some View
    where Overlay: View { layered("overlay", alignment) { overlay } }

    nonisolated func layered<V: View>(_ kind: String, _ alignment: Alignment, _ content: () -> V) -> Ruled<Self> {
        let layer = content()
        return ruled { content, context in
            var node = Node(kind, attributes: ["alignment": alignment.written])
            let children = content.evaluate(context)
            node.children = children.count == 1 ? children : [Node("zstack", children: children)]
            node.children += layer.evaluate(context.at(kind))
            node.isModifier = true
            return [node]
        }
    }

    nonisolated public func hidden() -> some View {
        ruled { content, context in
            var node = Node("hidden", children: content.evaluate(context.with(\.isEnabled, false)))
            node.accessibility.isHidden = true
            return [node]
        }
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension View {
    nonisolated public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View {
        wrapped("ignoresSafeArea", ["edges": edges.written])
    }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let container = SafeAreaRegions(rawValue: 1)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    public static let all = SafeAreaRegions(rawValue: .max)
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension View {
    nonisolated public func background<V>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View where V: View { layered("background", alignment, content) }

    nonisolated public func background<S>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View
    where S: ShapeStyle { layered("background", .center) { Filled(name: style.written) } }

    nonisolated public func background<S, T>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View where S: ShapeStyle, T: InsettableShape { layered("background", .center) { shape.fill(style) } }

    nonisolated public func overlay<V>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View where V: View { layered("overlay", alignment, content) }

    nonisolated public func safeAreaInset<V>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View where V: View {
        let inset = content()
        return ruled { content, context in
            var node = Node("safeAreaInset", attributes: ["edge": "\(edge)"], children: content.evaluate(context))
            node.children.append(Node("inset", children: inset.evaluate(context.at("inset"))))
            return [node]
        }
    }
}

/// A colour or material that fills its whole space.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
struct Filled {
    let name: String
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Filled: View, Primitive {
    typealias Body = Never
    func nodes(_ context: Context) -> [Node] { [Node("color", attributes: ["color": name])] }
}
