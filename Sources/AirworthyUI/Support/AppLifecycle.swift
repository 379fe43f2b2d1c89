import Foundation

#if canImport(SwiftUI) && os(macOS)
import AppKit
#elseif canImport(SwiftUI) && (os(iOS) || os(tvOS) || os(visionOS))
import UIKit
#endif

#if canImport(SwiftUI)
/// The app's changes between foreground and background, from the system's notifications.
///
/// A scene's phase describes only that scene, and SwiftUI reports none for scenes that UIKit owns.
enum AppLifecycle {
    /// Whether the system posts notifications for the whole app. Elsewhere the phases of the scenes replace them.
    static var isObservable: Bool {
        #if os(iOS) || os(tvOS) || os(visionOS) || os(macOS)
        true
        #else
        false
        #endif
    }

    /// Observes the app's changes for as long as `tokens` lives.
    /// - Parameters:
    ///   - tokens: The owner of the observations.
    ///   - background: The action when the app leaves the foreground.
    ///   - foreground: The action when the app returns to the foreground.
    @MainActor static func observe(
        with tokens: NotificationTokens, background: @escaping @MainActor () -> Void,
        foreground: @escaping @MainActor () -> Void
    ) {
        #if os(iOS) || os(tvOS) || os(visionOS)
        tokens.observe(UIApplication.didEnterBackgroundNotification) { _ in background() }
        tokens.observe(UIApplication.willEnterForegroundNotification) { _ in foreground() }
        #elseif os(macOS)
        tokens.observe(NSApplication.didResignActiveNotification) { _ in background() }
        tokens.observe(NSApplication.didBecomeActiveNotification) { _ in foreground() }
        #endif
    }
}
#endif

/// A set of notification observers that end with it.
final class NotificationTokens {
    private var tokens: [any NSObjectProtocol] = []

    /// Observes a notification that is posted on the main thread.
    /// - Parameters:
    ///   - name: The notification's name.
    ///   - action: The action, with the object that posted the notification.
    @MainActor func observe(_ name: Notification.Name, action: @escaping @MainActor (AnyObject?) -> Void) {
        let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { note in
            // Safe: the notification is posted and observed on the main thread, so the object never leaves it.
            nonisolated(unsafe) let object = note.object as AnyObject?
            MainActor.assumeIsolated { action(object) }
        }
        tokens.append(token)
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
