/// Where in the tree a view is evaluated, and what it is given there.
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

/// A view that has no body: the evaluator asks it for its nodes.
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

    /// This view, changed by a rule: what every modifier of the stub is made with.
    nonisolated func ruled(_ rule: @escaping @MainActor (any View, Context) -> [Node]) -> Ruled<Self> {
        Ruled(content: self, rule: rule)
    }

    /// Each node of this view in another one, as a modifier that draws or lays out has it.
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

    /// This view with another environment.
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
    // A step of its own for each modifier: what two of them bring in must not be taken for the same.
    func nodes(_ context: Context) -> [Node] { rule(content, context.at(0)) }
}
