import ControlPlane

/// The table `changes`: one row with the number of changes of each group of tables.
package struct ChangesTable {
    /// A group of tables whose changes are counted together.
    package enum Group: String, Hashable, Sendable, CaseIterable {
        /// Apps and heads.
        case apps
        /// Catalogs and their sources.
        case catalogs
        /// Tokens.
        case tokens
    }

    private let sql: any SQLSession

    package init(sql: any SQLSession) { self.sql = sql }

    func current() throws -> StoredChanges {
        guard let row = try sql.row("SELECT apps, catalogs, tokens, listed FROM changes WHERE id = 1") else {
            throw StoreError.unavailable("the table \"changes\" has no row; restore a backup")
        }
        return StoredChanges(
            apps: try row.integer("apps"), catalogs: try row.integer("catalogs"), tokens: try row.integer("tokens"),
            listed: try row.integer("listed"))
    }

    /// Raises the numbers of the groups of what has changed. Call it last in a transaction: every other one waits for
    /// the row until the commit. `apps` are all that have changed, or whose catalogs have; `nil` if they are not known.
    package func raise(_ groups: Set<Group>, apps: Set<String>?) throws {
        guard !groups.isEmpty else { return }
        let heads = SQLTransaction(sql)
        let slugs = (apps ?? []).sorted()
        // Whoever waits for the row of changes must already hold the locks of its apps, or two of them wait for each other.
        for slug in slugs { try heads.lockApp(slug) }
        var columns = groups.map(\.rawValue).sorted().map { "\($0) = \($0) + 1" }
        if apps != nil { columns.append("listed = listed + \(groups.subtracting([.tokens]).count)") }
        try sql.run("UPDATE changes SET \(columns.joined(separator: ", ")) WHERE id = 1")
        guard !slugs.isEmpty else { return }
        let number = try current().listed
        for slug in slugs { try heads.listApp(slug, change: number) }
    }
}

/// The changes of a transaction, to be counted and announced at its end.
final class ChangeRecorder {
    private var groups: Set<ChangesTable.Group> = []
    private var apps: Set<String> = []
    private var revision: Int?

    func note(_ group: ChangesTable.Group, of app: String? = nil, revision: Int? = nil) {
        groups.insert(group)
        if let app { apps.insert(app) }
        if let revision { self.revision = revision }
    }

    /// Counts the changes, and tells the other nodes after the commit.
    func store(in sql: any SQLSession) throws {
        guard !groups.isEmpty else { return }
        try ChangesTable(sql: sql).raise(groups, apps: apps)
        try sql.announce(.changed(text))
    }

    /// The app and its revision, such as `hashtags:7`; without a single one, the groups, such as `apps,tokens`.
    private var text: String {
        guard let app = apps.first, apps.count == 1 else {
            return groups.map(\.rawValue).sorted().joined(separator: ",")
        }
        return revision.map { "\(app):\($0)" } ?? app
    }
}

/// The tables `changes`, `apple_keys` and `settings`.
extension SQLTransaction: NodeReads, NodeWrites {
    func changes() throws -> StoredChanges { try ChangesTable(sql: sql).current() }
    func databaseClock() throws -> DatabaseClock? { try sql.databaseClock() }
}
