/// The persistent store. One contract suite tests every implementation.
///
/// Bodies run inside one transaction, are synchronous and await nothing. An error that a body throws undoes its changes.
package protocol Store: Sendable {
    /// Reads one consistent state.
    /// - Throws: ``StoreError``, and any error of `body`.
    func read<T: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> T) async throws -> T

    /// Changes the state. Returns after the commit, when nothing can be lost any more.
    /// - Throws: ``StoreError``, and any error of `body`; then nothing has changed, except after `outcomeUnknown`.
    func write<T: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> T) async throws -> T
}

/// A failed read or write. Nothing was half done, and nothing at all except perhaps after `outcomeUnknown`.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk is full, or the configured size is reached.
    case full
    /// So little room is left on the disk that it is kept for more urgent work; see ``DiskReserve``.
    case scarce
    /// Another process held the database for too long.
    case locked
    /// The database cannot be used; the reason contains no secrets.
    case unavailable(String)
    /// The connection was lost during a commit, so that all of a transaction may be stored or nothing of it.
    case outcomeUnknown
    /// A newer version created the database; the name of its migration.
    case newerSchema(String)

    package var description: String {
        switch self {
        case .full: "no room is left to store anything; make room and try again, nothing was lost"
        case .scarce:
            "the room that is left on the disk is kept for rolling back, withdrawing releases and revoking tokens; make room "
                + "and try again, nothing was lost"
        case .locked: "the database is busy; try again"
        case .outcomeUnknown:
            "the connection to the database was lost while it stored this; read whether it was stored before you try again"
        case .unavailable(let reason): "the database cannot be used: \(reason)"
        case .newerSchema(let name):
            "the database was made by a newer airworthy (migration \"\(name)\"); run that version or restore a backup"
        }
    }

    /// The failure, for a message about a file or an address instead of a database.
    package var reason: String { if case .unavailable(let reason) = self { reason } else { description } }
}
