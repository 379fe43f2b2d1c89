@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>

    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension ViewModifier where Body == Never {
    public func body(content: Self.Content) -> Never { fatalError("\(Self.self) has no body") }
}

/// The placeholder of the modified view inside a modifier.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct _ViewModifier_Content<Modifier> where Modifier: ViewModifier {
    let wrapped: any View
    let path: [AnyHashable]
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension _ViewModifier_Content: View, Primitive {
    public typealias Body = Never
    func nodes(_ context: Context) -> [Node] { wrapped.evaluate(context.at("content")) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier

    nonisolated public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension ModifiedContent: View, Primitive where Content: View, Modifier: ViewModifier {
    public typealias Body = Never

    func nodes(_ context: Context) -> [Node] {
        if let rule = modifier as? any PrimitiveModifier { return rule.nodes(content, context) }
        let context = context.at(ObjectIdentifier(Modifier.self))
        context.host.attach(modifier, context)
        return modifier.body(content: .init(wrapped: content, path: context.path)).evaluate(context)
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct EmptyModifier {
    nonisolated public init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension EmptyModifier: ViewModifier, PrimitiveModifier {
    public typealias Body = Never
    func nodes(_ content: any View, _ context: Context) -> [Node] { content.evaluate(context) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}
