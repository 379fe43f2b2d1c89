import Foundation
import Synchronization

/// The identity of an answer in an ``AnswerCache``.
protocol AnswerCacheKey: Hashable, Sendable {
    /// The memory that the key occupies, estimated high.
    var byteCount: Int { get }
}

/// The data that an answer was computed from. An answer is not used for any other edition.
struct AnswerEdition: Hashable, Sendable {
    /// The digest of the manifest in force.
    var head: String?
    /// The edition of the catalog.
    var catalog: Int?
    /// The number of changes of the app and all of its data; where it is given, nothing else is needed.
    var version: Int?
}

/// An answer and the time for which it is the same with the same data.
struct SharedAnswer: Sendable {
    let answer: PreparedAnswer
    /// The time of the computation up to the time of the next change without new data.
    let validity: Range<Date>
}

/// A cache of public answers, so that equal questions cost one evaluation together. Its memory is bounded.
///
/// When it is full, the entries form a clock: a hand goes round, spares each entry that was used since its last visit
/// once, and removes the others one by one until there is room.
final class AnswerCache<Key: AnswerCacheKey>: Sendable {
    private struct Entry {
        let key: Key
        let answer: SharedAnswer
        let edition: AnswerEdition
        let byteCount: Int
        var wasUsed = false
    }

    private struct State {
        var places: [Key: Int] = [:]
        /// The entries, with gaps at the places in `free`.
        var ring: [Entry?] = []
        var free: [Int] = []
        var hand = 0
        var byteCount = 0

        mutating func insert(_ entry: Entry) {
            let place = free.popLast() ?? ring.count
            if place == ring.count { ring.append(entry) } else { ring[place] = entry }
            places[entry.key] = place
            byteCount += entry.byteCount
        }

        mutating func remove(at place: Int) {
            guard let entry = ring[place] else { return }
            places[entry.key] = nil
            ring[place] = nil
            free.append(place)
            byteCount -= entry.byteCount
        }

        /// Removes entries until the total is at most `limit`. Checks two in any case, so that expired ones go in time.
        mutating func makeRoom(limit: Int, at now: Date) {
            var checks = 2
            while checks > 0 || byteCount > limit, !places.isEmpty {
                checks -= 1
                hand = (hand + 1) % ring.count
                guard let entry = ring[hand] else { continue }
                if !entry.answer.validity.contains(now) {
                    remove(at: hand)
                } else if byteCount > limit {
                    if entry.wasUsed { ring[hand]?.wasUsed = false } else { remove(at: hand) }
                }
            }
        }
    }

    /// The largest total size of keys and answers in bytes.
    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    var count: Int { state.withLock { $0.places.count } }
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// Returns the cached answer if it is valid for the current data and time; removes it otherwise.
    func answer(to key: Key, edition: AnswerEdition, at now: Date) -> SharedAnswer? {
        state.withLock { state in
            guard let place = state.places[key], let entry = state.ring[place] else { return nil }
            guard entry.edition == edition, entry.answer.validity.contains(now) else {
                state.remove(at: place)
                return nil
            }
            if !entry.wasUsed { state.ring[place]?.wasUsed = true }
            return entry.answer
        }
    }

    /// Stores an answer that was computed from `edition`, unless it is larger than a quarter of the cache.
    func store(_ answer: SharedAnswer, to key: Key, edition: AnswerEdition) {
        let entry = Entry(
            key: key, answer: answer, edition: edition, byteCount: key.byteCount + answer.answer.byteCount)
        guard entry.byteCount <= limit / 4 else { return }
        state.withLock { state in
            if let place = state.places[key] { state.remove(at: place) }
            state.makeRoom(limit: limit - entry.byteCount, at: answer.validity.lowerBound)
            state.insert(entry)
        }
    }
}
