#if canImport(AppKit)
public import AppKit

@available(macOS 10.15, *)
@MainActor @preconcurrency open class NSHostingController<Content>: NSViewController where Content: View {
    @MainActor @preconcurrency public var rootView: Content

    @MainActor @preconcurrency public init(rootView: Content) { fatalError("a stub") }
}

@available(macOS 10.15, *)
@MainActor @preconcurrency open class NSHostingView<Content>: NSView where Content: View {
    @MainActor @preconcurrency public var rootView: Content { fatalError("a stub") }

    @MainActor @preconcurrency public required init(rootView: Content) { fatalError("a stub") }
}

@available(macOS 10.15, *)
@MainActor @preconcurrency public struct NSViewRepresentableContext<View> where View: NSViewRepresentable {
    @MainActor @preconcurrency public var coordinator: View.Coordinator { fatalError("a stub") }
    @MainActor @preconcurrency public var environment: EnvironmentValues { fatalError("a stub") }
}

@available(macOS 10.15, *)
@MainActor @preconcurrency public protocol NSViewRepresentable: View where Self.Body == Never {
    associatedtype NSViewType: NSView
    associatedtype Coordinator = Void
    typealias Context = NSViewRepresentableContext<Self>

    @MainActor @preconcurrency func makeNSView(context: Self.Context) -> Self.NSViewType
    @MainActor @preconcurrency func updateNSView(_ nsView: Self.NSViewType, context: Self.Context)
    @MainActor @preconcurrency static func dismantleNSView(_ nsView: Self.NSViewType, coordinator: Self.Coordinator)
    @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

@available(macOS 10.15, *)
extension NSViewRepresentable where Self.Coordinator == Void {
    @MainActor @preconcurrency public func makeCoordinator() -> Self.Coordinator { () }
}

@available(macOS 10.15, *)
extension NSViewRepresentable {
    @MainActor @preconcurrency public static func dismantleNSView(
        _ nsView: Self.NSViewType, coordinator: Self.Coordinator
    ) {}
}
#endif
