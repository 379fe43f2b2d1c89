import Foundation
import Synchronization

/// When tokens were used on this node, as far as it is not stored yet.
///
/// Nearly every request uses a token, so uses wait in memory: a node that is killed forgets those of up to ten minutes.
package final class TokenUses: Sendable {
    private struct State {
        /// The date of the last use, by the id of the token; not more entries than tokens.
        var dates: [String: Date] = [:]
        var takenAt: Duration?
    }

    /// The shortest time between two times at which uses are stored.
    package static let interval = Duration.seconds(600)

    private let state = Mutex(State())

    func note(_ id: String, at date: Date) { state.withLock { $0.dates[id] = date } }

    /// Returns the uses to store now, which are not kept here any more; none if the last call with some is not ten minutes ago.
    func take(at time: Duration) -> [String: Date] {
        state.withLock { state in
            guard !state.dates.isEmpty, state.takenAt.map({ time - $0 >= Self.interval }) ?? true else { return [:] }
            state.takenAt = time
            defer { state.dates = [:] }
            return state.dates
        }
    }

    /// Keeps uses that could not be stored, for the next time.
    func putBack(_ dates: [String: Date]) {
        state.withLock { $0.dates.merge(dates) { max($0, $1) } }
    }

    /// Returns records with the uses that are not stored yet.
    func added(to records: [TokenRecord]) -> [TokenRecord] {
        let dates = state.withLock { $0.dates }
        return records.map { record in
            var record = record
            record.lastUsedAt = [record.lastUsedAt, dates[record.id]].compactMap(\.self).max()
            return record
        }
    }
}
