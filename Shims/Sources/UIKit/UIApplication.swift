public import Foundation

/// What Apple publishes of UIKit, as far as it is used here. Its identifiers are those of Objective-C, so no check
/// compares them: they were compared by eye.
@available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
@MainActor open class UIResponder: NSObject {}

@available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
@MainActor open class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    open class var shared: UIApplication { fatalError("a stub") }

    @available(iOS 10.0, tvOS 10.0, *)
    @discardableResult
    open func open(
        _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:]
    ) async -> Bool { fatalError("a stub") }

    @available(iOS 10.0, tvOS 10.0, *)
    open func open(
        _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) { fatalError("a stub") }

    open func canOpenURL(_ url: URL) -> Bool { fatalError("a stub") }

    nonisolated open class var didBecomeActiveNotification: NSNotification.Name { fatalError("a stub") }
    nonisolated open class var willEnterForegroundNotification: NSNotification.Name { fatalError("a stub") }
}
