/// Stubs of SwiftUI, limited to the declarations in use. The function bodies serve the small evaluator in Evaluation,
/// which runs in tests on Linux. They do not show how Apple's SwiftUI draws or behaves.
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View

    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Never: View {
    public var body: Never { fatalError("Never has no body") }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension View where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct EmptyView {
    nonisolated public init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension EmptyView: View, Primitive {
    public typealias Body = Never
    func nodes(_ context: Context) -> [Node] { [] }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct AnyView {
    let wrapped: any View

    nonisolated public init<V>(_ view: V) where V: View { wrapped = view }
    nonisolated public init<V>(erasing view: V) where V: View { wrapped = view }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension AnyView: View, Primitive {
    public typealias Body = Never
    func nodes(_ context: Context) -> [Node] {
        wrapped.evaluate(context.at(ObjectIdentifier(type(of: wrapped))))
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Optional: View where Wrapped: View {
    public typealias Body = Never
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Optional: Primitive where Wrapped: View {
    func nodes(_ context: Context) -> [Node] { self?.evaluate(context.at("some")) ?? [] }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
public struct Group<Content> {
    let content: Content
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
extension Group: View, Primitive where Content: View {
    public typealias Body = Never

    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }

    func nodes(_ context: Context) -> [Node] { content.evaluate(context.at("group")) }
}
