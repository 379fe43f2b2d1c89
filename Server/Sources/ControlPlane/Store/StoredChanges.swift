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

    /// Creates numbers.
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
