public import Foundation

/// Stubs of UIKit, limited to the declarations in use. Their Objective-C identifiers cannot be compared with Apple's
/// automatically; they were compared by hand. On Linux the stub records calls and draws nothing.
@available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
@MainActor open class UIResponder: NSObject {}

@available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
@MainActor open class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public enum State: Int, Sendable {
        case active = 0
        case inactive = 1
        case background = 2
    }

    /// Runs a test with its own application, because tests run concurrently.
    @_spi(Shim) public static func test<Result>(
        _ body: @MainActor (UIApplication) async throws -> Result
    ) async rethrows -> Result {
        let application = UIApplication()
        return try await Current.$application.withValue(application) { try await body(application) }
    }

    /// The opened URLs in order, and the answer to each.
    @_spi(Shim) public var opened: [URL] = []
    @_spi(Shim) public var accepts: (URL) -> Bool = { _ in true }
    /// The text on the pasteboard.
    @_spi(Shim) nonisolated(unsafe) public var copied: String?
    /// The accessibility notifications that were posted.
    @_spi(Shim) public var posted: [(notification: UIAccessibility.Notification, argument: Any?)] = []
    @_spi(Shim) public var scenes: [UIScene] = []
    /// The settings of the device and its user.
    @_spi(Shim) public var settings = DeviceSettings()
    /// The application of the current test.
    @_spi(Shim) public static var current: UIApplication? { Current.application }

    @available(iOSApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    open class var shared: UIApplication {
        guard let application = Current.application else { fatalError("ask for it within UIApplication.test { … }") }
        return application
    }

    @available(iOS 13.0, tvOS 13.0, *)
    open var connectedScenes: Set<UIScene> { Set(scenes) }

    open var applicationState: UIApplication.State { .active }

    @available(iOS 10.0, tvOS 10.0, *)
    @discardableResult
    open func open(_ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        opened.append(url)
        return accepts(url)
    }

    @available(iOS 10.0, tvOS 10.0, *)
    open func open(
        _ url: URL, options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        opened.append(url)
        completion?(accepts(url))
    }

    open func canOpenURL(_ url: URL) -> Bool { accepts(url) }

    nonisolated open class var didBecomeActiveNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidBecomeActiveNotification")
    }
    nonisolated open class var willEnterForegroundNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillEnterForegroundNotification")
    }
    nonisolated open class var willResignActiveNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationWillResignActiveNotification")
    }
    nonisolated open class var didEnterBackgroundNotification: NSNotification.Name {
        NSNotification.Name("UIApplicationDidEnterBackgroundNotification")
    }
}

/// The settings of a device and its user; by default those of a phone in English.
@_spi(Shim) public struct DeviceSettings: Sendable {
    public var locale = "en_US"
    public var isDark = false
    public var isRightToLeft = false
    public var hasLargestText = false

    public init() {}
}

@available(iOS 12.0, tvOS 10.0, visionOS 1.0, *)
public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified = 0
    case light = 1
    case dark = 2
}

enum Current {
    @TaskLocal static var application: UIApplication?
}
