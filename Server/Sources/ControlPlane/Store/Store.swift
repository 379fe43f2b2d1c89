import ServerSupport

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

/// The numbers of changes of three groups of tables. A node that has seen the same numbers before has nothing to read.
/// ``ReadTransaction/changedApps(since:)`` names the apps that changed in between.
package struct StoredChanges: Hashable, Sendable {
    /// Changes of apps and heads.
    package var apps: Int
    /// Changes of catalogs and their sources.
    package var catalogs: Int
    /// Changes of tokens.
    package var tokens: Int
    /// The changes of apps and of catalogs whose app is listed. The previous version, which may run beside this one during an
    /// upgrade, lists none.
    package var listed: Int

    package init(apps: Int = 0, catalogs: Int = 0, tokens: Int = 0, listed: Int = 0) {
        self.apps = apps
        self.catalogs = catalogs
        self.tokens = tokens
        self.listed = listed
    }

    /// Whether every change of an app or a catalog since `earlier` is listed.
    func areListed(since earlier: StoredChanges) -> Bool {
        apps + catalogs - listed == earlier.apps + earlier.catalogs - earlier.listed
    }
}

extension Store {
    /// Runs a write. If its outcome is unknown, because the connection was lost during the commit, finds out:
    /// `isStored` takes the lock of the write, which waits until the lost transaction has ended, and returns whether
    /// the store contains the result. Returns once it is stored.
    /// - Throws: ``StoreError``: `unavailable` if nothing was stored, `outcomeUnknown` if the store cannot be asked;
    ///   any error of `body`.
    func write<T: Sendable>(
        confirming isStored: @escaping @Sendable (T, any WriteTransaction) throws -> Bool,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> T
    ) async throws -> T {
        let last = Replaceable<T?>(nil)
        do {
            return try await write { transaction in
                let result = try body(transaction)
                last.value = result
                return result
            }
        } catch StoreError.outcomeUnknown {
            guard let result = last.value else { throw StoreError.outcomeUnknown }
            let found = try? await write { transaction in try isStored(result, transaction) }
            guard let found else { throw StoreError.outcomeUnknown }
            guard found else { throw StoreError.unavailable("the connection was lost before anything was stored") }
            return result
        }
    }
}

/// The reads of a transaction.
package protocol ReadTransaction:
    AppReads, PolicyReads, ManifestReads, DraftReads, CatalogReads, AuditReads, TokenReads, SessionReads, AdoptionReads,
    PredictionReads, NodeReads
{}

/// The changes of a transaction.
///
/// After an error of one of these calls, leave the transaction: PostgreSQL has rolled it back.
package protocol WriteTransaction: ReadTransaction,
    AppWrites, PolicyWrites, ManifestWrites, DraftWrites, CatalogWrites, AuditWrites, TokenWrites, SessionWrites,
    AdoptionWrites, PredictionWrites, NodeWrites
{}
