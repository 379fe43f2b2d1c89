#if canImport(UIKit)
public import UIKit

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct UIViewRepresentableContext<Representable>
where Representable: UIViewRepresentable {
    @MainActor @preconcurrency public let coordinator: Representable.Coordinator
    @MainActor @preconcurrency public let environment: EnvironmentValues
}

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Self.Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>

    @MainActor @preconcurrency func makeUIView(context: Self.Context) -> Self.UIViewType
    @MainActor @preconcurrency func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)
    @MainActor @preconcurrency static func dismantleUIView(_ uiView: Self.UIViewType, coordinator: Self.Coordinator)
    @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
extension UIViewRepresentable where Self.Coordinator == Void {
    @MainActor @preconcurrency public func makeCoordinator() -> Self.Coordinator { () }
}

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
extension UIViewRepresentable {
    @MainActor @preconcurrency public static func dismantleUIView(
        _ uiView: Self.UIViewType, coordinator: Self.Coordinator
    ) {}
}

final class Representation<UIViewType, Coordinator> {
    let view: UIViewType
    let coordinator: Coordinator

    init(_ view: UIViewType, _ coordinator: Coordinator) {
        self.view = view
        self.coordinator = coordinator
    }
}

extension UIViewRepresentable {
    /// Creates the view once, adds it to the surrounding controller's view, and removes it with its node.
    func represent(_ context: SwiftUI.Context) -> [Node] {
        let context = context.at(ObjectIdentifier(Self.self))
        context.host.attach(self, context)
        let effect = context.host.effect(context.path)
        if let known = effect.storage as? Representation<UIViewType, Coordinator> {
            updateUIView(
                known.view, context: Context(coordinator: known.coordinator, environment: context.environment))
        } else {
            let coordinator = makeCoordinator()
            let given = Context(coordinator: coordinator, environment: context.environment)
            let view = makeUIView(context: given)
            effect.storage = Representation(view, coordinator)
            updateUIView(view, context: given)
            let owner = context.host.owner as? UIViewController
            effect.appear = { owner?.view.addSubview(view) }
            effect.disappear = {
                view.removeFromSuperview()
                Self.dismantleUIView(view, coordinator: coordinator)
            }
        }
        return [Node("uiview", "\(UIViewType.self)")]
    }
}
#endif
