/// Why something could not be stored or read. Nothing was half done.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No room on the disk, or the configured size is reached.
    case full
    /// Somebody else held the database for too long.
    case locked
    /// The database cannot be used; says why, without secrets.
    case unavailable(String)
    /// The database was made by a newer version.
    case newerSchema(String)

    package var description: String {
        switch self {
        case .full: "no room is left to store anything; make room and try again, nothing was lost"
        case .locked: "the database is busy; try again"
        case .unavailable(let why): "the database cannot be used: \(why)"
        case .newerSchema(let name):
            "the database was made by a newer airworthy (migration \"\(name)\"); run that version or restore a backup"
        }
    }
}
