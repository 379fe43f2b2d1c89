#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
public import Airworthy
public import Foundation
public import SwiftUI
public import UIKit

/// The gate for apps that are made with UIKit: the root view controller of a window, around the app's own.
///
/// ```swift
/// window.rootViewController = UpdateGateController(airworthy) { RootViewController() }
/// ```
@MainActor public final class UpdateGateController: UIHostingController<AnyView> {
    /// Makes the controller.
    /// - Parameters:
    ///   - airworthy: The client. One for the process.
    ///   - holdLaunch: Seconds that the app's controller waits for the first answer of this launch; `nil` waits for nothing.
    ///   - theme: How the views look.
    ///   - content: Makes the app's own controller, once it may show.
    public init(
        _ airworthy: Airworthy, holdLaunch: TimeInterval? = nil, theme: AirworthyTheme = AirworthyTheme(),
        content: @escaping @MainActor () -> UIViewController
    ) {
        super.init(
            rootView: AnyView(
                Controlled(make: content).ignoresSafeArea()
                    .updateGate(airworthy, holdLaunch: holdLaunch).airworthyTheme(theme)))
    }

    /// Not for storyboards: a client is needed.
    /// - Parameter aDecoder: Not used.
    @available(*, unavailable)
    public required dynamic init?(coder aDecoder: NSCoder) { nil }
}

/// The app's own controller.
private struct Controlled: UIViewControllerRepresentable {
    let make: @MainActor () -> UIViewController

    func makeUIViewController(context: Context) -> UIViewController { make() }

    func updateUIViewController(_ controller: UIViewController, context: Context) {}
}
#endif
