/// The position in the tree at which a view is evaluated, and its environment.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
struct Context {
    unowned let host: Host
    var path: [AnyHashable]
    var environment: EnvironmentValues

    func at(_ step: some Hashable) -> Context {
        var context = self
        context.path.append(AnyHashable(step))
        return context
    }

    func with<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> Context {
        var context = self
        context.environment[keyPath: keyPath] = value
        return context
    }
}

/// A view without a body. The evaluator calls it for its nodes.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor protocol Primitive {
    func nodes(_ context: Context) -> [Node]
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor protocol PrimitiveModifier {
    func nodes(_ content: any View, _ context: Context) -> [Node]
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View {
    @MainActor func evaluate(_ context: Context) -> [Node] {
        if let primitive = self as? any Primitive { return primitive.nodes(context) }
        #if canImport(UIKit)
        if let representable = self as? any UIViewRepresentable { return representable.represent(context) }
        if let representable = self as? any UIViewControllerRepresentable { return representable.represent(context) }
        #endif
        let context = context.at(ObjectIdentifier(Self.self))
        context.host.attach(self, context)
        return body.evaluate(context)
    }

    /// Returns this view with changed nodes. Every modifier of the stub uses it.
    nonisolated func ruled(_ rule: @escaping @MainActor (any View, Context) -> [Node]) -> Ruled<Self> {
        Ruled(content: self, rule: rule)
    }

    /// Returns this view with each node wrapped in another one, as drawing and layout modifiers do.
    nonisolated func wrapped(_ kind: String, _ attributes: [String: String] = [:]) -> Ruled<Self> {
        ruled { content, context in
            let children = content.evaluate(context)
            return children.map { child in
                var node = Node(kind, attributes: attributes, children: [child])
                node.isModifier = true
                return node
            }
        }
    }

    /// Returns this view with another environment.
    nonisolated func given<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> Ruled<Self> {
        ruled { content, context in content.evaluate(context.with(keyPath, value)) }
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
struct Ruled<Content: View> {
    let content: Content
    let rule: @MainActor (any View, Context) -> [Node]
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Ruled: View, Primitive {
    typealias Body = Never
    // Each modifier is a separate step in the path, so that the state of two modifiers stays separate.
    func nodes(_ context: Context) -> [Node] { rule(content, context.at(0)) }
}
