import Foundation

/// Listens to notifications for as long as it lives.
final class NotificationTokens {
    private var tokens: [any NSObjectProtocol] = []

    /// Listens to a notification that is posted on the main thread.
    /// - Parameters:
    ///   - name: Its name.
    ///   - action: What to do, with the object that posted it.
    @MainActor func observe(_ name: Notification.Name, _ action: @escaping @MainActor (AnyObject?) -> Void) {
        let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { note in
            // Posted on the main thread and heard on it: it never leaves it.
            nonisolated(unsafe) let object = note.object as AnyObject?
            MainActor.assumeIsolated { action(object) }
        }
        tokens.append(token)
    }

    deinit {
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }
}
