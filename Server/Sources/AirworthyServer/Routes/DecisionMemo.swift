package import AirworthyPolicy
package import NIOCore
import Synchronization

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Answers given before. Most copies of an app are alike: the same manifest and the same facts give the same decision
/// until the instant it names itself.
///
/// What tells one person from another is never remembered: an answer about a copy with an id or with attributes is made
/// anew each time.
package final class DecisionMemo: Sendable {
    private struct Key: Hashable {
        let manifest: String
        let installation: Installation
    }

    private struct Entry {
        let body: ByteBuffer
        let since: Date
        let until: Date?
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var size = 0
    }

    /// What an entry takes besides its body, roughly.
    private static let overhead = 512

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: How many bytes are remembered; then everything is forgotten, and it begins anew.
    package init(limit: Int = 2 * 1_024 * 1_024) { self.limit = limit }

    /// How many answers are remembered.
    package var count: Int { state.withLock { $0.entries.count } }

    /// The answer about a copy, made only if none is remembered.
    /// - Parameters:
    ///   - installation: The copy.
    ///   - manifest: The digest of what it is decided by.
    ///   - instant: The instant it is decided for.
    ///   - decide: Makes the decision.
    /// - Returns: The decision in JSON.
    package func body(
        for installation: Installation, by manifest: String, at instant: Date, _ decide: () -> Decision
    ) -> ByteBuffer {
        guard installation.installID == nil, installation.attributes.isEmpty else { return decide().jsonBody }
        let key = Key(manifest: manifest, installation: installation)
        let known = state.withLock { $0.entries[key] }
        if let known, known.since <= instant, known.until.map({ instant < $0 }) ?? true { return known.body }
        let decision = decide()
        let entry = Entry(body: decision.jsonBody, since: instant, until: decision.reevaluateAt)
        keep(entry, for: key)
        return entry.body
    }

    private func keep(_ entry: Entry, for key: Key) {
        let size = entry.body.readableBytes + Self.overhead
        guard size <= limit / 16 else { return }
        state.withLock { state in
            if let old = state.entries[key] { state.size -= old.body.readableBytes + Self.overhead }
            if state.size + size > limit { state = State() }
            state.entries[key] = entry
            state.size += size
        }
    }
}

extension Decision {
    /// The decision as it is sent.
    package var jsonBody: ByteBuffer { ByteBuffer(bytes: jsonValue.jsonBytes()) }
}
