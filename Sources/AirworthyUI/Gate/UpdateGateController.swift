#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
public import Airworthy
public import Foundation
public import SwiftUI
public import UIKit

/// The gate for UIKit apps: a root view controller that contains the app's own.
///
/// ```swift
/// window.rootViewController = UpdateGateController(airworthy) { RootViewController() }
/// ```
@MainActor public final class UpdateGateController: UIHostingController<AnyView> {
    /// Creates the controller.
    /// - Parameters:
    ///   - airworthy: The only client of the process.
    ///   - holdLaunch: The longest time in seconds that the app's controller waits for the first decision of this launch;
    ///     `nil` shows it at once, unless a stored decision blocks.
    ///   - theme: The appearance of the screens.
    ///   - prompt: The form of a prompt.
    ///   - content: Creates the app's own controller. Under a block at launch it is not called before the block lifts.
    public init(
        _ airworthy: Airworthy, holdLaunch: TimeInterval? = nil, theme: AirworthyTheme = AirworthyTheme(),
        prompt: UpdatePromptStyle = .sheet, content: @escaping @MainActor () -> UIViewController
    ) {
        super.init(
            rootView: AnyView(
                ContentController(make: content).ignoresSafeArea()
                    .updateGate(airworthy, holdLaunch: holdLaunch, prompt: prompt).airworthyTheme(theme)))
    }

    /// Unavailable: a storyboard cannot provide the client.
    /// - Parameter aDecoder: Unused.
    @available(*, unavailable)
    public required dynamic init?(coder aDecoder: NSCoder) { nil }
}

/// The app's own controller, inside the gate.
private struct ContentController: UIViewControllerRepresentable {
    let make: @MainActor () -> UIViewController

    func makeUIViewController(context: Context) -> UIViewController { make() }

    func updateUIViewController(_ controller: UIViewController, context: Context) {}
}
#endif
