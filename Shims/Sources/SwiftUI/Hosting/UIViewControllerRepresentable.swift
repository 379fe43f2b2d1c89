#if canImport(UIKit)
public import UIKit

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct UIViewControllerRepresentableContext<Representable>
where Representable: UIViewControllerRepresentable {
    @MainActor @preconcurrency public let coordinator: Representable.Coordinator
    @MainActor @preconcurrency public let environment: EnvironmentValues
}

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Self.Body == Never {
    associatedtype UIViewControllerType: UIViewController
    associatedtype Coordinator = Void
    typealias Context = UIViewControllerRepresentableContext<Self>

    @MainActor @preconcurrency func makeUIViewController(context: Self.Context) -> Self.UIViewControllerType
    @MainActor @preconcurrency func updateUIViewController(
        _ uiViewController: Self.UIViewControllerType, context: Self.Context)
    @MainActor @preconcurrency static func dismantleUIViewController(
        _ uiViewController: Self.UIViewControllerType, coordinator: Self.Coordinator
    )
    @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
extension UIViewControllerRepresentable where Self.Coordinator == Void {
    @MainActor @preconcurrency public func makeCoordinator() -> Self.Coordinator { () }
}

@available(iOS 13.0, tvOS 13.0, visionOS 1.0, *)
extension UIViewControllerRepresentable {
    @MainActor @preconcurrency public static func dismantleUIViewController(
        _ uiViewController: Self.UIViewControllerType, coordinator: Self.Coordinator
    ) {}
}

extension UIViewControllerRepresentable {
    /// Creates the controller once, as a child of the surrounding controller.
    func represent(_ context: SwiftUI.Context) -> [Node] {
        let context = context.at(ObjectIdentifier(Self.self))
        context.host.attach(self, context)
        let effect = context.host.effect(context.path)
        if let known = effect.storage as? Representation<UIViewControllerType, Coordinator> {
            updateUIViewController(
                known.view, context: Context(coordinator: known.coordinator, environment: context.environment))
        } else {
            let coordinator = makeCoordinator()
            let given = Context(coordinator: coordinator, environment: context.environment)
            let controller = makeUIViewController(context: given)
            effect.storage = Representation(controller, coordinator)
            updateUIViewController(controller, context: given)
            let owner = context.host.owner as? UIViewController
            effect.appear = {
                owner?.addChild(controller)
                owner?.view.addSubview(controller.view)
                controller.didMove(toParent: owner)
            }
            effect.disappear = {
                controller.willMove(toParent: nil)
                controller.view.removeFromSuperview()
                controller.removeFromParent()
                controller.didMove(toParent: nil)
                Self.dismantleUIViewController(controller, coordinator: coordinator)
            }
        }
        return [Node("uiviewcontroller", "\(UIViewControllerType.self)")]
    }
}
#endif
