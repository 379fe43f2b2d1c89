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

    /// The seconds after which an absence counts as one. Hiding a Mac app for a moment is not leaving it.
    static var minimumAbsence: TimeInterval {
        #if os(macOS)
        60
        #else
        0
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
        // An inactive Mac app is often in view, and Cmd-Tab is no return: only a hidden app has been left.
        tokens.observe(NSApplication.didHideNotification) { _ in background() }
        tokens.observe(NSApplication.didUnhideNotification) { _ in foreground() }
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
