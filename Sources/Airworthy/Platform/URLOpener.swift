package import Foundation

/// Hands a URL to the system.
package protocol URLOpener: Sendable {
    /// Opens a URL. From any thread.
    /// - Parameter url: What was checked to be openable.
    /// - Returns: Whether something took it.
    func open(_ url: URL) async -> Bool
}
