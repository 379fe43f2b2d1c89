public import Foundation

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct OpenURLAction {
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    public struct Result: Sendable {
        enum Kind: Sendable {
            case handled
            case discarded
            case system(URL?)
        }
        let kind: Kind

        public static let handled = Result(kind: .handled)
        public static let discarded = Result(kind: .discarded)
        public static let systemAction = Result(kind: .system(nil))

        public static func systemAction(_ url: URL) -> Result { Result(kind: .system(url)) }
    }

    nonisolated(unsafe) let open: (URL, _ system: (URL) -> Bool) -> Bool
    var system: (URL) -> Bool = { _ in false }

    nonisolated init(open: @escaping (URL, _ system: (URL) -> Bool) -> Bool) { self.open = open }

    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
    @MainActor @preconcurrency public init(handler: @escaping (URL) -> OpenURLAction.Result) {
        open = { url, system in
            switch handler(url).kind {
            case .handled: true
            case .discarded: false
            case .system(let other): system(other ?? url)
            }
        }
    }

    @MainActor @preconcurrency public func callAsFunction(_ url: URL) { _ = open(url, system) }

    // Apple's declaration has no `@Sendable`, but macOS calls the completion on a queue of Launch Services. So this one is
    // stricter, its identifier is not compared with Apple's, and another thread calls the completion.
    @available(watchOS, unavailable)
    @MainActor @preconcurrency public func callAsFunction(
        _ url: URL, completion: @escaping @Sendable (_ accepted: Bool) -> Void
    ) {
        let isOpen = open(url, system)
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            completion(isOpen)
            isDone.signal()
        }
        isDone.wait()
    }
}

/// The default handling of a URL: the host records it.
private enum SystemOpenerKey: EnvironmentKey { static var defaultValue: (URL) -> Bool { { _ in false } } }
private enum OpenURLKey: EnvironmentKey {
    static var defaultValue: OpenURLAction { OpenURLAction { url, system in system(url) } }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
extension EnvironmentValues {
    var systemOpener: (URL) -> Bool {
        get { self[SystemOpenerKey.self] }
        set { self[SystemOpenerKey.self] = newValue }
    }

    @MainActor @preconcurrency public var openURL: OpenURLAction {
        get {
            var action = self[OpenURLKey.self]
            action.system = systemOpener
            return action
        }
        set { self[OpenURLKey.self] = newValue }
    }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
@MainActor @preconcurrency public struct DismissAction {
    nonisolated(unsafe) let dismiss: () -> Void

    nonisolated init(dismiss: @escaping () -> Void) { self.dismiss = dismiss }

    @MainActor @preconcurrency public func callAsFunction() { dismiss() }
}

private enum DismissKey: EnvironmentKey {
    static var defaultValue: Presented? { nil }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, visionOS 1.0, *)
extension EnvironmentValues {
    /// The surrounding presentation, if there is one.
    var presented: Presented? {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }

    public var dismiss: DismissAction {
        let presented = presented
        return DismissAction { presented?.dismiss() }
    }

    public var isPresented: Bool { presented != nil }
}
