import AirworthyPolicy
import ControlPlane
import Foundation
import NIOCore
import Synchronization

/// A cache of public responses about releases. Each is computed at most once a second for the same release data.
final class ReleaseResponseCache: Sendable {
    /// The identity of a cached response.
    struct Key: Hashable, Sendable {
        private let query: ReleaseQuery
        private let text: String

        /// Creates a key; `nil` for a request that is too long to be frequent.
        /// - Parameters:
        ///   - query: The route and app.
        ///   - text: The text after the `?`.
        init?(_ query: ReleaseQuery, text: String?) {
            let text = text ?? ""
            guard text.utf8.count <= 256, query.subject.utf8.count <= 64 else { return nil }
            self.query = query
            self.text = text
        }
    }

    private struct Entry {
        let generation: Int
        let head: String?
        let createdAt: Date
        let body: ByteBuffer
    }

    /// The number of entries; beyond it, the cache is emptied.
    static let capacity = 1_024
    /// The lifetime of an entry in seconds, because release data ages and builds expire without any change.
    static let lifetime = 1.0

    private let entries = Mutex<[Key: Entry]>([:])

    /// The number of cached entries.
    var count: Int { entries.withLock { $0.count } }

    /// Returns the body of a response.
    /// - Parameters:
    ///   - key: The identity of the response; `nil` to bypass the cache.
    ///   - app: The app. An entry is valid for one version of its catalog and manifest.
    ///   - now: The current time.
    ///   - compute: Computes the JSON. Its errors are not cached.
    /// - Returns: The encoded JSON.
    /// - Throws: The errors of `compute`.
    func body<E: Error>(
        for key: Key?, app: ServedApp, at now: Date, compute: () throws(E) -> JSONValue
    ) throws(E) -> ByteBuffer {
        guard let key, let generation = app.catalog?.generation else {
            return ByteBuffer(bytes: try compute().jsonBytes())
        }
        let head = app.liveHead?.digest
        if let known = entries.withLock({ $0[key] }), known.generation == generation, known.head == head,
            (0..<Self.lifetime).contains(now.timeIntervalSince(known.createdAt))
        {
            return known.body
        }
        let body = ByteBuffer(bytes: try compute().jsonBytes())
        let entry = Entry(generation: generation, head: head, createdAt: now, body: body)
        entries.withLock { entries in
            if entries.count >= Self.capacity, entries[key] == nil { entries.removeAll() }
            entries[key] = entry
        }
        return body
    }
}
