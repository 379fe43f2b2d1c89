package import ControlPlane
import Synchronization

/// The prepared answers of the heads in force. Safe from any task.
package final class ManifestPayloads: Sendable {
    private let prepared: Mutex<[String: ManifestPayload]> = Mutex([:])

    /// Nothing prepared yet.
    package init() {}

    /// The answer of a head, made when it is asked for the first time.
    /// - Parameters:
    ///   - head: The head in force.
    ///   - app: The app's slug; one answer is kept for each.
    /// - Returns: The prepared answer.
    package func payload(_ head: LoadedHead, of app: String) -> ManifestPayload {
        if let payload = prepared.withLock({ $0[app] }), payload.head === head { return payload }
        let payload = ManifestPayload(head)
        prepared.withLock { $0[app] = payload }
        return payload
    }
}
