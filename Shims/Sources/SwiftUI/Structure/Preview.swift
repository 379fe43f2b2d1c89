@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public struct Preview: Sendable {
    public struct ViewTraits: Sendable {}
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public struct PreviewTrait<T>: Sendable where T: Sendable {
    /// What the stub of a preview puts around its view.
    let wrap: @MainActor @Sendable (AnyView) -> AnyView
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
@MainActor @preconcurrency public protocol PreviewModifier {
    associatedtype Context = Void
    associatedtype Body: View
    typealias Content = PreviewModifierContent

    static func makeSharedContext() async throws -> Self.Context
    @ViewBuilder func body(content: Self.Content, context: Self.Context) -> Self.Body
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension PreviewModifier where Context == Void {
    public static func makeSharedContext() async throws {}
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct PreviewModifierContent: View {
    let view: AnyView

    public var body: some View { view }
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension PreviewTrait where T == Preview.ViewTraits {
    @MainActor public static func modifier<M>(_ modifier: M) -> PreviewTrait<Preview.ViewTraits>
    where M: PreviewModifier, M.Context == Void {
        nonisolated(unsafe) let modifier = modifier
        return PreviewTrait { AnyView(modifier.body(content: PreviewModifierContent(view: $0), context: ())) }
    }

    /// The view of a preview with this trait.
    @_spi(Shim) @MainActor public func preview<V>(@ViewBuilder _ content: () -> V) -> AnyView where V: View {
        wrap(AnyView(content()))
    }
}
