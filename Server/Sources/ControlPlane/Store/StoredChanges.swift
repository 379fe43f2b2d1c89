/// The numbers of changes of three groups of tables. A node that has seen the same numbers before has nothing to read.
package struct StoredChanges: Hashable, Sendable {
    /// Changes of apps and heads.
    package var apps: Int
    /// Changes of catalogs and their sources.
    package var catalogs: Int
    /// Changes of tokens.
    package var tokens: Int

    /// Creates numbers.
    package init(apps: Int = 0, catalogs: Int = 0, tokens: Int = 0) {
        self.apps = apps
        self.catalogs = catalogs
        self.tokens = tokens
    }
}
