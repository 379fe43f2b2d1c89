import ControlPlane
import Foundation
import NIOCore
import Synchronization

/// A cache of decisions, so that equal installations cost one evaluation together. Its size is bounded.
///
/// It stores nothing that identifies a single installation: requests with an install id or attributes are not cached.
final class DecisionCache: Sendable {
    private struct Key: Hashable {
        let app: String
        let input: DecisionInput
    }

    private struct Entry {
        let head: LoadedHead
        let body: ByteBuffer
        let validity: Range<Date>
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates a cache.
    /// - Parameter limit: The largest number of bytes of inputs and bodies.
    init(limit: Int = 2 * 1_024 * 1_024) { self.limit = limit }

    /// Returns the cached body of a response.
    /// - Parameters:
    ///   - input: The input of the request.
    ///   - app: The slug of the app.
    ///   - head: The manifest in force.
    ///   - now: The current time.
    /// - Returns: The body; `nil` if it is not cached or no longer valid.
    func body(
        for input: DecisionInput, app: String, head: LoadedHead, at now: Date
    ) -> ByteBuffer? {
        guard let entry = state.withLock({ $0.entries[Key(app: app, input: input)] }) else { return nil }
        return entry.head === head && entry.validity.contains(now) ? entry.body : nil
    }

    /// Stores the body of a response. If the cache is full, it is emptied first.
    /// - Parameters:
    ///   - body: The body.
    ///   - input: The input of the request.
    ///   - app: The slug of the app.
    ///   - head: The manifest of the decision.
    ///   - start: The time of the decision.
    ///   - end: The time of the next decision without a new manifest; `nil` for never.
    func store(
        _ body: ByteBuffer, for input: DecisionInput, app: String, head: LoadedHead, from start: Date, until end: Date?
    ) {
        let cost = body.readableBytes + input.query.utf8.count + (input.body?.count ?? 0) + 256
        guard cost <= limit else { return }
        let entry = Entry(head: head, body: body, validity: start..<max(start, end ?? .distantFuture))
        state.withLock { state in
            if state.bytes + cost > limit { state = State() }
            // A replaced entry remains counted until the cache is emptied.
            state.bytes += cost
            state.entries[Key(app: app, input: input)] = entry
        }
    }
}
