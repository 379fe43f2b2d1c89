package import ControlPlane
package import Foundation
package import NIOCore
import Synchronization

/// Decisions that were made before: copies that are alike cost one evaluation, not one each.
///
/// Holds nothing that tells one person's copy from another's: what names an install id or attributes is not kept.
package final class DecisionMemo: Sendable {
    private struct Key: Hashable {
        let app: String
        let asked: AskedText
    }

    private struct Entry {
        let head: LoadedHead
        let body: ByteBuffer
        let from: Date
        let until: Date
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: How many bytes of questions and answers are kept at most.
    package init(limit: Int = 2 * 1_024 * 1_024) { self.limit = limit }

    /// An answer that still holds.
    /// - Parameters:
    ///   - asked: What is asked.
    ///   - app: The app's slug.
    ///   - head: Its head in force.
    ///   - now: The clock.
    /// - Returns: The body of the answer; `nil` if it has to be made.
    package func answer(to asked: AskedText, of app: String, _ head: LoadedHead, at now: Date) -> ByteBuffer? {
        guard let entry = state.withLock({ $0.entries[Key(app: app, asked: asked)] }) else { return nil }
        return entry.head === head && entry.from <= now && now < entry.until ? entry.body : nil
    }

    /// Keeps an answer. Once there are too many, all that were kept before are forgotten.
    /// - Parameters:
    ///   - body: The answer.
    ///   - asked: What was asked.
    ///   - app: The app's slug.
    ///   - head: The head it was answered from.
    ///   - from: When it was made.
    ///   - until: When time alone may change it.
    package func keep(
        _ body: ByteBuffer, to asked: AskedText, of app: String, _ head: LoadedHead, from: Date, until: Date?
    ) {
        let cost = body.readableBytes + asked.query.utf8.count + (asked.body?.count ?? 0) + 256
        guard cost <= limit else { return }
        state.withLock { state in
            if state.bytes + cost > limit { state = State() }
            // What is replaced goes on being counted, until everything is forgotten.
            state.bytes += cost
            state.entries[Key(app: app, asked: asked)] = Entry(
                head: head, body: body, from: from, until: until ?? .distantFuture)
        }
    }
}
